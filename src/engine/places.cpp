// SPDX-License-Identifier: Apache-2.0
#include "engine/places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "selvage/error.hpp"

namespace selvage {

Places::Places(std::string device, std::shared_ptr<const Runtime> runtime) {
  places_.push_back({.device = std::move(device), .runtime = std::move(runtime)});
}

Places::Places(std::shared_ptr<const Runtime> cpu, KnownGpus gpus, Open open, int expected_runs)
    : automatic_(true), open_(std::move(open)), expected_runs_(std::max(1, expected_runs)) {
  places_.push_back({.device = "cpu", .runtime = std::move(cpu)});
  for (KnownGpu& gpu : gpus)
    places_.push_back({.device = std::move(gpu.device), .known = std::move(gpu.facts)});
}

void Places::add_open(const std::string& device, std::shared_ptr<const Runtime> runtime) {
  const std::lock_guard lock(mutex_);
  const auto place = std::ranges::find(places_, device, &Place::device);
  if (place != places_.end()) place->runtime = std::move(runtime);
}

std::vector<Contender> Places::contenders() const {
  std::vector<Contender> result;
  for (const Place& place : places_) {
    if (place.runtime) {
      result.push_back({.device = place.device, .facts = place.runtime->facts()});
    } else {
      result.push_back({.device = place.device,
                        .facts = place.known,
                        .start_seconds = place.known.gpu.open_seconds / expected_runs_});
    }
    result.back().facts.gpu.open_seconds = 0.0;  // counted as start_seconds, or past
  }
  return result;
}

void Places::open(std::size_t place) {
  try {
    places_[place].runtime = open_(places_[place].device);
  } catch (const std::runtime_error& why) {
    left_out_.push_back({places_[place].device, false,
                         fmt::format("does not open ({}): it is left out", why.what())});
    places_.erase(places_.begin() + static_cast<std::ptrdiff_t>(place));
  }
}

// What did not open is part of the answer, also where no answer can be given.
Verdict Places::verdict(const Problem& problem, const Request& request) const try {
  Verdict verdict = decide(problem, contenders(), request);
  std::ranges::copy(left_out_, std::back_inserter(verdict.choice.reasons));
  return verdict;
} catch (const Error& e) {
  if (left_out_.empty()) throw;
  std::string what = e.what();
  for (const Reason& reason : left_out_)
    what += fmt::format("; {} {}", reason.candidate, reason.text);
  throw Error(e.code(), what, e.hint());
}

Placement Places::place(const Problem& problem, const Request& request) {
  const std::lock_guard lock(mutex_);
  for (;;) {  // each turn but the last opens a place or drops it
    Verdict best = verdict(problem, request);
    const Place& winner = places_[best.winner];
    if (!winner.runtime) {
      open(best.winner);
      continue;
    }
    Placement placement{winner.device, winner.runtime, std::move(best.choice)};
    for (const Reason& reason : left_out_)
      placement.notes.push_back(fmt::format("{} {}", reason.candidate, reason.text));
    return placement;
  }
}

std::optional<Placement> Places::instead_of(const std::string& device, const Problem& problem,
                                            const Request& request) const {
  const std::lock_guard lock(mutex_);
  const Place& cpu = places_.front();
  if (!automatic_ || device == cpu.device) return {};
  try {
    const std::array contenders{Contender{.device = cpu.device, .facts = cpu.runtime->facts()}};
    return Placement{cpu.device, cpu.runtime, decide(problem, contenders, request).choice};
  } catch (const Error&) {
    return {};  // only a candidate of the device could serve
  }
}

}  // namespace selvage
