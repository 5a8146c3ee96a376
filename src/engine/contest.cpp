// SPDX-License-Identifier: Apache-2.0
#include "engine/contest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "selvage/error.hpp"

namespace selvage {
namespace {

void check_use(const std::string& use, const Filter& filter,
               std::span<const Contender> contenders) {
  std::vector<std::string_view> backends, devices;
  for (const Contender& contender : contenders) {
    backends.push_back(contender.facts.backend);
    devices.push_back(contender.device);
  }
  planner::check_use(use, filter, backends, fmt::format("{}", fmt::join(devices, ", ")));
}

// The lines about this device's own candidates, under its name.
std::vector<Reason> reasons_of(const Contender& contender, const planner::Choice& choice) {
  std::vector<Reason> own;
  const std::string prefix = fmt::format("{}/", contender.facts.backend);
  for (Reason reason : choice.reasons) {
    if (!reason.candidate.starts_with(prefix)) continue;
    if (reason.taken && contender.start_seconds > 0.0)
      reason.text += fmt::format(", and {:.3g} ms to start {}", contender.start_seconds * 1e3,
                                 contender.device);
    reason.candidate =
        fmt::format("{}/{}", contender.device, reason.candidate.substr(prefix.size()));
    reason.taken = false;
    own.push_back(std::move(reason));
  }
  return own;
}

}  // namespace

Verdict decide(const Problem& problem, std::span<const Contender> contenders,
               const Request& request) {
  check_use(request.use, problem.filter, contenders);
  std::optional<Verdict> verdict;
  double best = 0.0;  // seconds, start included
  std::vector<Reason> reasons;
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    planner::Choice choice = planner::consider(problem, contenders[i].facts, request);
    std::ranges::move(reasons_of(contenders[i], choice), std::back_inserter(reasons));
    if (!choice.candidate) continue;
    const double seconds = choice.seconds + contenders[i].start_seconds;
    if (verdict && seconds >= best) continue;
    best = seconds;
    verdict = Verdict{i, std::move(choice)};
  }
  if (!verdict) planner::refuse(reasons);
  const std::string taken =
      fmt::format("{}/{}", contenders[verdict->winner].device, verdict->choice.candidate->name);
  std::ranges::find(reasons, taken, &Reason::candidate)->taken = true;
  verdict->choice.reasons = std::move(reasons);
  return *std::move(verdict);
}

}  // namespace selvage
