// SPDX-License-Identifier: Apache-2.0
#include "capi/structures.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace selvage::capi {

// A structure in three versions: an older header's, this one's and a newer one's.
struct Old {
  std::size_t size;
  int width, height;
};
struct Present {
  std::size_t size;
  int width, height;
  int iterations, more;
};
struct New {
  std::size_t size;
  int width, height;
  int iterations, more;
  int newer, newest;
};

template <>
constexpr std::size_t first_size<Present> = sizeof(Old);
namespace {

constexpr Present fallback{.size = 0, .width = 1, .height = 1, .iterations = 7, .more = 8};

Present read_as_present(const auto& structure) {
  alignas(Present) std::array<std::byte, sizeof(New)> memory{};
  std::memcpy(memory.data(), &structure, sizeof structure);
  return read(reinterpret_cast<const Present*>(memory.data()), "thing", fallback);
}

TEST(Structures, OldCallersGetDefaultsForNewFields) {
  const Present known = read_as_present(Old{.size = sizeof(Old), .width = 3, .height = 4});
  EXPECT_EQ(known.width, 3);
  EXPECT_EQ(known.height, 4);
  EXPECT_EQ(known.iterations, 7);
  EXPECT_EQ(known.more, 8);
}

TEST(Structures, NewCallersMayAskForNothingNew) {
  New given{.size = sizeof(New),
            .width = 3,
            .height = 4,
            .iterations = 5,
            .more = 6,
            .newer = 0,
            .newest = 0};
  EXPECT_EQ(read_as_present(given).iterations, 5);
  given.newest = 1;
  try {
    read_as_present(given);
    ADD_FAILURE() << "the new field was not seen";
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Errc::unsupported);
    EXPECT_THAT(e.what(), testing::HasSubstr("thing: has a field"));
  }
}

TEST(Structures, SizesThatNoVersionHasAreRefused) {
  for (const std::size_t size : {std::size_t{0}, sizeof(Old) - 1, largest_structure + 1})
    EXPECT_THROW(read_as_present(Old{.size = size, .width = 1, .height = 1}), Error) << size;
  EXPECT_THROW(read(static_cast<const Present*>(nullptr), "thing"), Error);
}

TEST(Structures, NothingIsWrittenBeyondTheCallersSize) {
  alignas(Present) std::array<unsigned char, sizeof(New) + 8> memory{};
  memory.fill(0xab);
  auto* place = reinterpret_cast<Present*>(memory.data());
  EXPECT_EQ(write(place, sizeof(Old), fallback), SELVAGE_OK);
  EXPECT_EQ(place->size, sizeof(Old));
  EXPECT_EQ(place->width, 1);
  EXPECT_EQ(memory[sizeof(Old)], 0xab);

  EXPECT_EQ(write(place, sizeof(New), fallback), SELVAGE_OK);
  EXPECT_EQ(place->more, 8);
  EXPECT_EQ(memory[sizeof(New) - 1], 0);
  EXPECT_EQ(memory[sizeof(New)], 0xab);

  EXPECT_NE(write(place, sizeof(Old) - 1, fallback), SELVAGE_OK);
  EXPECT_NE(write<Present>(nullptr, sizeof(Present), {}), SELVAGE_OK);
}

}  // namespace
}  // namespace selvage::capi
