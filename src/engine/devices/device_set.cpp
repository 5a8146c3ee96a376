// SPDX-License-Identifier: Apache-2.0
#include "engine/devices/device_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "selvage/error.hpp"

namespace selvage {

DeviceSet::DeviceSet(std::string device, std::shared_ptr<const Runtime> runtime) {
  entries_.push_back({.device = std::move(device), .runtime = std::move(runtime)});
}

DeviceSet::DeviceSet(std::shared_ptr<const Runtime> cpu, CachedGpus gpus, Open open,
                     int expected_runs, std::vector<Reason> left_out)
    : automatic_(true),
      open_(std::move(open)),
      expected_runs_(std::max(1, expected_runs)),
      left_out_(std::move(left_out)) {
  entries_.push_back({.device = "cpu", .runtime = std::move(cpu)});
  for (CachedGpu& gpu : gpus)
    entries_.push_back({.device = std::move(gpu.device), .known = std::move(gpu.facts)});
}

void DeviceSet::use_rates(const ReadRates& read) {
  for (Entry& entry : entries_) {
    TunedRates tuned = read(entry.device, entry.runtime ? entry.runtime->facts() : entry.known);
    entry.rates = std::move(tuned.rates);
    if (!tuned.ignored.empty()) left_out_.push_back({entry.device, false, tuned.ignored});
  }
}

planner::Option DeviceSet::option_of(const Entry& entry, int expected_runs) {
  planner::Option option{.device = entry.device,
                         .facts = entry.runtime ? entry.runtime->facts() : entry.known,
                         .rates = entry.rates ? &*entry.rates : nullptr};
  if (!entry.runtime) option.start_seconds = entry.known.gpu.open_seconds / expected_runs;
  option.facts.gpu.open_seconds = 0.0;  // counted in start_seconds, or already spent
  return option;
}

std::vector<planner::Option> DeviceSet::options() const {
  std::vector<planner::Option> result;
  for (const Entry& entry : entries_) result.push_back(option_of(entry, expected_runs_));
  return result;
}

void DeviceSet::open(std::size_t index) {
  try {
    entries_[index].runtime = open_(entries_[index].device);
  } catch (const std::runtime_error& why) {
    left_out_.push_back({entries_[index].device, false,
                         fmt::format("could not be opened ({}); not used", why.what())});
    entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(index));
  }
}

// Reports devices that did not open with the decision, or with the error if there is none.
planner::Decision DeviceSet::decide(const Problem& problem, const Request& request) const try {
  planner::Decision decision = planner::decide(problem, options(), request);
  std::ranges::copy(left_out_, std::back_inserter(decision.reasons));
  return decision;
} catch (const Error& e) {
  if (left_out_.empty()) throw;
  std::string what = e.what();
  for (const Reason& reason : left_out_)
    what += fmt::format("; {} {}", reason.candidate, reason.text);
  throw Error(e.code(), what, e.hint());
}

std::pair<std::string, std::shared_ptr<const Runtime>> DeviceSet::first() const {
  const std::lock_guard lock(mutex_);
  return {entries_.front().device, entries_.front().runtime};
}

Placement DeviceSet::place(const Problem& problem, const Request& request) {
  const std::lock_guard lock(mutex_);
  for (;;) {  // every turn but the last opens a device or drops it
    planner::Decision best = decide(problem, request);
    const Entry& winner = entries_[best.option];
    if (!winner.runtime) {
      open(best.option);
      continue;
    }
    Placement placement{winner.device, winner.runtime, std::move(best)};
    for (const Reason& reason : left_out_)
      placement.notes.push_back(fmt::format("{} {}", reason.candidate, reason.text));
    return placement;
  }
}

std::optional<Placement> DeviceSet::fallback_for(const std::string& device, const Problem& problem,
                                                 const Request& request) const {
  const std::lock_guard lock(mutex_);
  const Entry& cpu = entries_.front();
  if (!automatic_ || device == cpu.device) return {};
  try {
    const std::array options{option_of(cpu, expected_runs_)};
    return Placement{cpu.device, cpu.runtime, planner::decide(problem, options, request)};
  } catch (const Error&) {
    return {};  // only the device's candidates can serve
  }
}

}  // namespace selvage
