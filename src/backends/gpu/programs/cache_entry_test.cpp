// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/programs/cache_entry.hpp"

#include <gtest/gtest.h>

#include "backends/gpu/programs/hash.hpp"
#include "backends/gpu/testing/test_folder.hpp"

namespace selvage::gpu {
namespace {

// From the algorithm's own tables: http://www.isthe.com/chongo/tech/comp/fnv
TEST(CacheEntry, HashesAreFnv1a) {
  EXPECT_EQ(hash_of({}), (Hash{0x6c62272e07bb0142, 0x62b821756295c58d}));
  EXPECT_EQ(hash_of(bytes_of("a")), (Hash{0xd228cb696f1a8caf, 0x78912b704e4a8964}));
  EXPECT_EQ(entry_name("a"), "d228cb696f1a8caf78912b704e4a8964");
}

TEST(CacheEntry, GivesBackWhatWasPacked) {
  for (const std::string_view value : {std::string_view("v"), std::string_view("a\0b", 3)})
    for (const std::string_view key : {"", "key", "a longer\nkey"})
      EXPECT_EQ(unpack_entry(key, pack_entry(key, bytes_of(value))), bytes_of(value));
}

TEST(CacheEntry, RefusesWhatIsCutOrLonger) {
  const auto file = pack_entry("key", bytes_of("some value"));
  for (std::size_t length = 0; length < file.size(); ++length)
    EXPECT_TRUE(unpack_entry("key", std::span(file).first(length)).empty()) << length;
  auto longer = file;
  longer.push_back(std::byte{0});
  EXPECT_TRUE(unpack_entry("key", longer).empty());
}

TEST(CacheEntry, RefusesAnyChangedBit) {
  const auto file = pack_entry("key", bytes_of("some value"));
  for (std::size_t i = 0; i < 8 * file.size(); ++i) {
    auto changed = file;
    changed[i / 8] ^= std::byte{1} << (i % 8);
    EXPECT_TRUE(unpack_entry("key", changed).empty()) << i;
  }
}

// Two keys may have the same hash.
TEST(CacheEntry, RefusesAnotherKey) {
  const auto file = pack_entry("key", bytes_of("value"));
  EXPECT_TRUE(unpack_entry("kez", file).empty());
  EXPECT_TRUE(unpack_entry("ke", file).empty());
  EXPECT_TRUE(unpack_entry("keyv", file).empty());
}

}  // namespace
}  // namespace selvage::gpu
