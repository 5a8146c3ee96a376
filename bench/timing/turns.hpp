// SPDX-License-Identifier: Apache-2.0
#pragma once
// Times things that take turns, so that clock drift affects all: A B C A B C ...

#include <functional>
#include <limits>
#include <vector>

#include "backends/gpu/device.hpp"

namespace selvage::bench {

// Runs a thing so many times in a row. Blocks. Returns the seconds of one run.
using Timed = std::function<double(int runs)>;

// Enqueues one run on a stream; neither copies nor waits.
using Enqueue = std::function<void(gpu::Stream&)>;

enum class HostClock {
  wall,
  processor,  // of all threads of the process: more reliable for one thread on a busy machine
};

// By the device's clock. The stream must outlive what is returned.
Timed on_device(gpu::Stream& stream, Enqueue enqueue);
// `work` returns when its result is there.
Timed on_host(std::function<void()> work, HostClock clock = HostClock::wall);
// Runs once before the clock starts, in every turn: a processor's cores fall asleep while something
// else takes its turn on one of them (docs/journal/0064).
Timed after_one_run(Timed timed);

struct TurnLimits {
  int turns = 20;
  double seconds = std::numeric_limits<double>::infinity();  // then no turn begins ...
  int least = 5;                                             // ... once there are so many
};

// Returns the seconds of one run, for each of `things` in each turn. A turn repeats a short run,
// until the time of a launch and of reading the clock is negligible. Blocks. First runs all things,
// so that code is loaded and clocks have risen.
std::vector<std::vector<double>> take_turns(const std::vector<Timed>& things,
                                            const TurnLimits& limits);
std::vector<std::vector<double>> take_turns(gpu::Stream& stream, const std::vector<Enqueue>& things,
                                            int turns);

}  // namespace selvage::bench
