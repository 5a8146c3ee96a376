// SPDX-License-Identifier: Apache-2.0
#include "core/pages.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

namespace selvage {
namespace {

// Pages of fresh memory, which the system has not made yet.
class FreshPages : public ::testing::Test {
 protected:
  static constexpr std::size_t count = 64;

  void SetUp() override {
    void* memory =
        mmap(nullptr, count * page_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(memory, MAP_FAILED);
    first_ = static_cast<std::byte*>(memory);
#ifdef MADV_NOHUGEPAGE
    madvise(memory, count * page_, MADV_NOHUGEPAGE);
#endif
  }
  void TearDown() override { munmap(first_, count * page_); }

  // Returns which pages are in memory.
  std::vector<bool> resident() const {
    std::vector<unsigned char> pages(count);
    EXPECT_EQ(mincore(first_, count * page_, pages.data()), 0);
    std::vector<bool> in(count);
    std::transform(pages.begin(), pages.end(), in.begin(),
                   [](unsigned char p) { return (p & 1) != 0; });
    return in;
  }

  const std::size_t page_ = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  std::byte* first_ = nullptr;
};

#ifdef MADV_POPULATE_WRITE
// Systems before Linux 5.14 do without.
TEST_F(FreshPages, ArePopulatedAndNoOthers) {
  if (madvise(first_, page_, MADV_POPULATE_WRITE) != 0) GTEST_SKIP() << "an old system";
  populate(first_ + 5 * page_ + 100, 2 * page_);
  const std::vector<bool> in = resident();
  for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(in[i], i == 0 || (i >= 5 && i <= 7)) << i;
}
#endif

TEST_F(FreshPages, KeepTheirContents) {
  std::fill_n(first_, count * page_, std::byte{7});
  populate(first_ + 3, 10 * page_);
  EXPECT_TRUE(
      std::all_of(first_, first_ + count * page_, [](std::byte b) { return b == std::byte{7}; }));
}

// Both are hints: where they do not apply, nothing happens.
TEST_F(FreshPages, HintsNeverFail) {
  prefer_huge_pages(first_, page_);
  populate(nullptr, page_);
  populate(first_, 0);
}

}  // namespace
}  // namespace selvage
