// SPDX-License-Identifier: Apache-2.0
#include "timing/turns.hpp"

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <utility>

#include "core/stopwatch.hpp"

namespace selvage::bench {
namespace {

constexpr double turn_seconds = 2e-3;  // a launch and a mark take some 5 us
constexpr double most_runs = 64.0;     // per turn; a driver's queue holds more
constexpr double warm_seconds = 0.1;   //
constexpr int most_rounds = 200;       // if a device records no times

double now(HostClock clock) {
  timespec time = {};
  clock_gettime(clock == HostClock::wall ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Runs all things until clocks have risen. Returns how often each runs in a turn.
std::vector<int> warm_up(const std::vector<Timed>& things) {
  std::vector<int> runs(things.size(), 1);
  double warm = 0.0;
  for (int round = 0; round < 2 || (warm < warm_seconds && round < most_rounds); ++round)
    for (std::size_t i = 0; i < things.size(); ++i) {
      const double seconds = things[i](runs[i]);
      warm += seconds * runs[i];
      runs[i] =
          static_cast<int>(std::clamp(turn_seconds / std::max(seconds, 1e-9), 1.0, most_runs));
    }
  return runs;
}

}  // namespace

Timed on_device(gpu::Stream& stream, Enqueue enqueue) {
  return [&stream, enqueue = std::move(enqueue)](int runs) {
    stream.record(0);
    for (int i = 0; i < runs; ++i) enqueue(stream);
    stream.record(1);
    stream.wait();
    return stream.seconds_between(0, 1) / runs;
  };
}

Timed on_host(std::function<void()> work, HostClock clock) {
  return [clock, work = std::move(work)](int runs) {
    const double start = now(clock);
    for (int i = 0; i < runs; ++i) work();
    return (now(clock) - start) / runs;
  };
}

Timed after_one_run(Timed timed) {
  return [timed = std::move(timed)](int runs) {
    timed(1);
    return timed(runs);
  };
}

std::vector<std::vector<double>> take_turns(const std::vector<Timed>& things,
                                            const TurnLimits& limits) {
  const std::vector<int> runs = warm_up(things);
  const Stopwatch watch;
  std::vector<std::vector<double>> seconds(things.size());
  for (int turn = 0; turn < limits.turns; ++turn) {
    if (turn >= limits.least && watch.seconds() > limits.seconds) break;
    for (std::size_t i = 0; i < things.size(); ++i) seconds[i].push_back(things[i](runs[i]));
  }
  return seconds;
}

std::vector<std::vector<double>> take_turns(gpu::Stream& stream, const std::vector<Enqueue>& things,
                                            int turns) {
  std::vector<Timed> timed;
  for (const Enqueue& thing : things) timed.push_back(on_device(stream, thing));
  return take_turns(timed, {.turns = turns});
}

}  // namespace selvage::bench
