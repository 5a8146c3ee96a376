// SPDX-License-Identifier: Apache-2.0
#include "conformance/shard.hpp"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "conformance/cases/cover.hpp"

namespace selvage::testing {
namespace {

TEST(Shard, ReadsIndexAndCount) {
  const auto shard = parse_shard("2/4");
  ASSERT_TRUE(shard);
  EXPECT_EQ(shard->index, 2);
  EXPECT_EQ(shard->count, 4);
  for (const auto* wrong : {"", "2", "2/", "0/4", "5/4", "1/0", "1/2x", "-1/2", "/2", "a/b"})
    EXPECT_FALSE(parse_shard(wrong)) << wrong;
}

TEST(Shard, ShardsAreAllCasesOnce) {
  const auto cases = pairwise_cases();
  std::multiset<std::string> all, dealt;
  for (const Case& c : cases) all.insert(describe(c));
  for (const int index : {1, 2, 3})
    for (const Case& c : cases_of_shard(cases, {index, 3})) dealt.insert(describe(c));
  EXPECT_EQ(dealt, all);
}

TEST(Shard, ShardsAreAboutEqual) {
  const auto cases = device_cases();
  const std::size_t first = cases_of_shard(cases, {1, 2}).size(),
                    second = cases_of_shard(cases, {2, 2}).size();
  EXPECT_LT(first, second + second / 5);
  EXPECT_LT(second, first + first / 5);
}

TEST(Shard, CasesOfOneProgramStayTogether) {
  using Program = std::tuple<int, AlphaUse, Norm>;
  const auto programs = [](const std::vector<Case>& cases) {
    std::set<Program> found;
    for (const Case& c : cases) found.insert({c.channels, c.alpha, c.norm});
    return found;
  };
  const auto cases = device_cases();
  const auto first = programs(cases_of_shard(cases, {1, 2})),
             second = programs(cases_of_shard(cases, {2, 2}));
  EXPECT_EQ(first.size() + second.size(), programs(cases).size());
}

}  // namespace
}  // namespace selvage::testing
