// SPDX-License-Identifier: Apache-2.0
#include "runner/timing.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "core/stopwatch.hpp"

namespace selvage::studies {
namespace {

// Between neighbours in proportion; `sorted` is not empty.
double quantile(const std::vector<double>& sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  const double part = at - static_cast<double>(below);
  return sorted[below] + part * (sorted[above] - sorted[below]);
}

}  // namespace

Times times_of(std::vector<double> seconds) {
  if (seconds.empty()) return {};
  std::ranges::sort(seconds);
  const double sum = std::accumulate(seconds.begin(), seconds.end(), 0.0);
  return {.average = sum / static_cast<double>(seconds.size()),
          .median = quantile(seconds, 0.5),
          .low = quantile(seconds, 0.25),
          .high = quantile(seconds, 0.75),
          .runs = static_cast<int>(seconds.size())};
}

std::vector<Times> device_times(Session& session, const std::vector<Enqueue>& things, int runs) {
  std::vector<Times> times;
  for (auto& seconds : bench::take_turns(*session.place().stream, things, runs))
    times.push_back(times_of(std::move(seconds)));
  return times;
}

Times host_times(const std::function<void()>& thing, int runs) {
  thing();
  std::vector<double> seconds;
  for (int run = 0; run < runs; ++run) {
    const Stopwatch watch;
    thing();
    seconds.push_back(watch.seconds());
  }
  return times_of(std::move(seconds));
}

}  // namespace selvage::studies
