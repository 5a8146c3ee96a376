// SPDX-License-Identifier: Apache-2.0
#include "conformance/checks/tally.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace selvage::testing {
namespace {

using ::testing::HasSubstr;

int met(const Tally& tally, std::string_view description) {
  for (std::size_t v = 0; v < all_values().size(); ++v)
    if (describe(all_values()[v]) == description) return tally.met[v];
  return -1;
}

Tally some_tally() {
  Tally tally;
  tally.count({.type = PixelType::f16, .border = Border::wrap}, Outcome::passed);
  tally.count({.kind = Kind::box}, Outcome::beyond);
  tally.count({.kind = Kind::joint}, Outcome::refused);
  return tally;
}

// A new folder, removed at the end.
struct Folder {
  std::filesystem::path path;
  Folder() {
    std::string name = std::filesystem::temp_directory_path() / "selvage_tally_XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path = name;
  }
  ~Folder() { std::filesystem::remove_all(path); }
};

TEST(Tally, CountsValuesOfComparedCasesAlone) {
  Tally tally = some_tally();
  tally.count({.norm = Norm::lab}, Outcome::failed);
  tally.count({.kind = Kind::geometry}, Outcome::other);
  EXPECT_EQ(tally.compared(), 2);
  EXPECT_EQ(tally.failed, 1);
  EXPECT_EQ(tally.refused, 1);
  EXPECT_EQ(met(tally, "type f16"), 1);
  EXPECT_EQ(met(tally, "border wrap"), 1);
  EXPECT_EQ(met(tally, "filter box"), 1);
  EXPECT_EQ(met(tally, "norm l2"), 1);  // a box has none
  for (const auto* none : {"norm lab", "filter joint", "filter geometry"})
    EXPECT_EQ(met(tally, none), 0) << none;
}

TEST(Tally, TableNamesValues) {
  const std::vector<NamedTally> tallies{{"plain", some_tally()}, {"tile", {}}};
  EXPECT_THAT(table(tallies), HasSubstr("plain           1       1       0            1  u8 f16  "
                                        "reflect101 wrap  l2     bilateral box\n"
                                        "tile            0       0       0            0  -       "
                                        "-                -      -\n"));
}

TEST(Tally, FilesAreReadBack) {
  const Folder folder;
  const ShardTally written{"device", "opencl", {2, 3}, {{"simd (AVX2)", some_tally()}}};
  save(written, folder.path / "a");
  const ShardTally read = load_tally(folder.path / "a");
  EXPECT_EQ(read.tier, "device");
  EXPECT_EQ(read.device, "opencl");
  EXPECT_EQ(read.shard.index, 2);
  EXPECT_EQ(read.shard.count, 3);
  ASSERT_EQ(read.tallies.size(), 1u);
  EXPECT_EQ(read.tallies[0].candidate, "simd (AVX2)");
  EXPECT_EQ(read.tallies[0].tally, some_tally());
}

TEST(Tally, OtherFilesAreRefused) {
  const Folder folder;
  const auto path = folder.path / "a";
  EXPECT_THROW(load_tally(path), std::runtime_error);
  for (const auto* text : {"", "other", "selvage conformance tally 1",
                           "selvage conformance tally 1\nquick\tcpu\t3/2\n",
                           "selvage conformance tally 1\nquick\tcpu\t1/2\nplain\t1\n"}) {
    std::ofstream(path) << text;
    EXPECT_THROW(load_tally(path), std::runtime_error) << text;
  }
}

TEST(Tally, ShardsAreAddedUp) {
  const ShardTally one{"device", "opencl", {1, 2}, {{"tile", some_tally()}}};
  const ShardTally two{"device", "opencl", {2, 2}, {{"plain", {}}, {"tile", some_tally()}}};
  const auto sum = merged(std::vector{two, one});
  ASSERT_EQ(sum.size(), 2u);
  EXPECT_EQ(sum[0].tally, Tally{});
  EXPECT_EQ(sum[1].tally.compared(), 4);
  EXPECT_EQ(met(sum[1].tally, "border wrap"), 2);
}

TEST(Tally, ShardsOfOneTierAreNeeded) {
  const ShardTally one{"device", "opencl", {1, 2}, {}}, two{"device", "opencl", {2, 2}, {}};
  EXPECT_NO_THROW(merged(std::vector{one, two}));
  for (const auto& wrong :
       {std::vector<ShardTally>{}, std::vector{one}, std::vector{one, one},
        std::vector{one, two, two}, std::vector{one, ShardTally{"quick", "opencl", {2, 2}, {}}},
        std::vector{one, ShardTally{"device", "cuda", {2, 2}, {}}},
        std::vector{one, ShardTally{"device", "opencl", {3, 3}, {}}}})
    EXPECT_THROW(merged(wrong), std::runtime_error);
}

}  // namespace
}  // namespace selvage::testing
