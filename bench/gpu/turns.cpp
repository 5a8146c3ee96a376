// SPDX-License-Identifier: Apache-2.0
#include "gpu/turns.hpp"

#include <algorithm>
#include <cstddef>

namespace selvage::bench {
namespace {

constexpr double turn_seconds = 2e-3;  // a launch and a mark take some 5 us
constexpr double most_runs = 64.0;     // per turn; a driver's queue holds more
constexpr double warm_seconds = 0.1;   // device time
constexpr int most_rounds = 200;       // if a device records no times

double seconds_of(gpu::Stream& stream, const Enqueue& thing, int runs) {
  stream.record(0);
  for (int i = 0; i < runs; ++i) thing(stream);
  stream.record(1);
  stream.wait();
  return stream.seconds_between(0, 1) / runs;
}

// Runs all things until the device's clocks have risen. Returns how often each runs in a turn.
std::vector<int> warm_up(gpu::Stream& stream, const std::vector<Enqueue>& things) {
  std::vector<int> runs(things.size(), 1);
  double warm = 0.0;
  for (int round = 0; round < 2 || (warm < warm_seconds && round < most_rounds); ++round)
    for (std::size_t i = 0; i < things.size(); ++i) {
      const double seconds = seconds_of(stream, things[i], runs[i]);
      warm += seconds * runs[i];
      runs[i] =
          static_cast<int>(std::clamp(turn_seconds / std::max(seconds, 1e-9), 1.0, most_runs));
    }
  return runs;
}

}  // namespace

std::vector<std::vector<double>> take_turns(gpu::Stream& stream, const std::vector<Enqueue>& things,
                                            int turns) {
  const std::vector<int> runs = warm_up(stream, things);
  std::vector<std::vector<double>> seconds(things.size());
  for (int turn = 0; turn < turns; ++turn)
    for (std::size_t i = 0; i < things.size(); ++i)
      seconds[i].push_back(seconds_of(stream, things[i], runs[i]));
  return seconds;
}

}  // namespace selvage::bench
