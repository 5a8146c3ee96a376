// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "core/test_errors.hpp"
#include "selvage/noise.hpp"

namespace selvage {
namespace {

using ::testing::ElementsAre;

TEST(NoiseLattice, SmallSidesAreOneTile) {
  for (int length = 1; length < 32; ++length) {
    const NoiseLattice lattice = noise_lattice(length);
    EXPECT_EQ(lattice.tile, std::min(length, 16));
    EXPECT_THAT(lattice.starts, ElementsAre(0)) << length;
  }
}

TEST(NoiseLattice, TheLastTileEndsAtTheEnd) {
  EXPECT_EQ(noise_lattice(32), (NoiseLattice{16, {0, 16}}));
  EXPECT_EQ(noise_lattice(47), (NoiseLattice{16, {0, 31}}));
  EXPECT_EQ(noise_lattice(50), (NoiseLattice{16, {0, 17, 34}}));
}

TEST(NoiseLattice, TilesAreApartAndAtMost32) {
  for (const int length : {48, 511, 512, 513, 6000, 1 << 20, 2147483647}) {
    const NoiseLattice lattice = noise_lattice(length);
    EXPECT_LE(lattice.starts.size(), 32u);
    EXPECT_EQ(lattice.starts.front(), 0);
    EXPECT_EQ(lattice.starts.back(), length - 16);
    for (std::size_t i = 1; i < lattice.starts.size(); ++i)
      EXPECT_GE(lattice.starts[i] - lattice.starts[i - 1], 16) << length;
  }
  EXPECT_EQ(noise_lattice(6000).starts.size(), 32u);
}

TEST(NoiseLattice, TilesSideBySideKeepTheirPlace) {
  for (int length = 1; length < 2000; ++length) {
    const NoiseLattice lattice = noise_lattice(length);
    const auto tiles = static_cast<int>(lattice.starts.size());
    const NoiseLattice copied = noise_lattice(lattice.tile * tiles);
    ASSERT_EQ(copied.tile, lattice.tile);
    ASSERT_EQ(copied.starts.size(), lattice.starts.size());
    for (int i = 0; i < tiles; ++i)
      ASSERT_EQ(copied.starts[static_cast<std::size_t>(i)], i * lattice.tile) << length;
  }
}

TEST(NoiseLattice, RefusesNoPixels) {
  EXPECT_STREQ(error_of([] { noise_lattice(0); }).what(), "a side of 0 pixels has no lattice");
}

}  // namespace
}  // namespace selvage
