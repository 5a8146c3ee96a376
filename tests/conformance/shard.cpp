// SPDX-License-Identifier: Apache-2.0
#include "conformance/shard.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>
#include <utility>

namespace selvage::testing {
namespace {

using Group = std::tuple<int, AlphaUse, Norm>;

Group group_of(const Case& c) {
  return {c.channels, c.alpha, c.norm};
}

// Returns the shard of each group. The largest group comes first, and each goes to the shard that
// has fewest cases.
std::map<Group, int> deal(const std::vector<Case>& cases, int count) {
  std::map<Group, int> sizes;
  for (const Case& c : cases) ++sizes[group_of(c)];
  std::vector<std::pair<Group, int>> groups(sizes.begin(), sizes.end());
  std::ranges::stable_sort(groups, std::greater{}, &std::pair<Group, int>::second);
  std::vector<int> has(static_cast<std::size_t>(count), 0);
  std::map<Group, int> shard_of;
  for (const auto& [group, size] : groups) {
    const auto least = std::ranges::min_element(has);
    *least += size;
    shard_of[group] = static_cast<int>(least - has.begin()) + 1;
  }
  return shard_of;
}

}  // namespace

std::optional<Shard> parse_shard(std::string_view text) {
  Shard s;
  const char* const end = text.data() + text.size();
  const auto index = std::from_chars(text.data(), end, s.index);
  if (index.ec != std::errc{} || index.ptr == end || *index.ptr != '/') return std::nullopt;
  const auto count = std::from_chars(index.ptr + 1, end, s.count);
  if (count.ec != std::errc{} || count.ptr != end) return std::nullopt;
  if (s.index < 1 || s.index > s.count) return std::nullopt;
  return s;
}

std::vector<Case> cases_of_shard(const std::vector<Case>& cases, const Shard& shard) {
  const auto shard_of = deal(cases, shard.count);
  std::vector<Case> mine;
  for (const Case& c : cases)
    if (shard_of.at(group_of(c)) == shard.index) mine.push_back(c);
  return mine;
}

}  // namespace selvage::testing
