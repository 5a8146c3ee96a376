// SPDX-License-Identifier: Apache-2.0
#pragma once
// Times by the device's clock of things that take turns: A B C A B C ...

#include <functional>
#include <string>
#include <vector>

#include "backends/gpu/device.hpp"

namespace selvage::bench {

// One run of something on a stream, which enqueues and neither copies nor waits.
using Enqueue = std::function<void(gpu::Stream&)>;

// Seconds of one run: for each of `things`, in each of `turns` turns. A turn repeats a short run,
// without a wait between, until the time of a launch counts no more. Blocks; runs all of them
// before, so that code is loaded and clocks have risen.
std::vector<std::vector<double>> take_turns(gpu::Stream& stream, const std::vector<Enqueue>& things,
                                            int turns);

}  // namespace selvage::bench
