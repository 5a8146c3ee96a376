// SPDX-License-Identifier: Apache-2.0
#include "conformance/checks/strict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace selvage::testing {
namespace {

// The planner is asked about so many cases, which are enough: a tier begins with the pairwise ones.
constexpr std::size_t most_asked = 2000;

// Returns a case with this value that the candidate serves: one of `served`, but for this value.
std::optional<Case> witness(const Claim& claim, const Value& value, std::span<const Case> served) {
  for (const Case& c : served) {
    const Case other = with(c, value);
    if (has(other, value) && possible(other) && claim.serves(other)) return other;
  }
  return std::nullopt;
}

void find_gaps_of(const Claim& claim, const Tally& tally, std::span<const Case> cases, Gaps& gaps) {
  const auto asked = cases.first(std::min(cases.size(), most_asked));
  if (tally.compared() == 0 && std::ranges::none_of(asked, claim.serves)) {
    if (std::ranges::any_of(asked, claim.may_serve_elsewhere))
      gaps.notes.push_back(fmt::format("this device cannot run {}", claim.candidate));
    else
      gaps.failures.push_back(fmt::format("{} serves no case of this tier", claim.candidate));
    return;
  }
  if (tally.compared() == 0) {
    gaps.failures.push_back(fmt::format("{} passed no case", claim.candidate));
    return;
  }
  std::vector<Case> served;
  std::ranges::copy_if(asked, std::back_inserter(served), claim.serves);
  for (std::size_t v = 0; v < tally.met.size(); ++v) {
    if (tally.met[v] > 0) continue;
    const Value& value = all_values()[v];
    if (const auto c = witness(claim, value, served))
      gaps.failures.push_back(fmt::format("{} passed no case of {}, though it serves --case \"{}\"",
                                          claim.candidate, describe(value), describe(*c)));
  }
}

}  // namespace

Gaps find_gaps(std::span<const Claim> claims, std::span<const NamedTally> tallies,
               std::span<const Case> cases) {
  Gaps gaps;
  for (const Claim& claim : claims) {
    const auto found = std::ranges::find(tallies, claim.candidate, &NamedTally::candidate);
    find_gaps_of(claim, found == tallies.end() ? Tally{} : found->tally, cases, gaps);
  }
  return gaps;
}

}  // namespace selvage::testing
