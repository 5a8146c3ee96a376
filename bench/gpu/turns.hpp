// SPDX-License-Identifier: Apache-2.0
#pragma once
// Times things that take turns, by the device's clock: A B C A B C ...

#include <functional>
#include <string>
#include <vector>

#include "backends/gpu/device.hpp"

namespace selvage::bench {

// Enqueues one run on a stream; neither copies nor waits.
using Enqueue = std::function<void(gpu::Stream&)>;

// Returns the seconds of one run, for each of `things` in each of `turns` turns. A turn repeats a
// short run without waiting, until the launch time is negligible. Blocks. First runs all things, so
// that code is loaded and clocks have risen.
std::vector<std::vector<double>> take_turns(gpu::Stream& stream, const std::vector<Enqueue>& things,
                                            int turns);

}  // namespace selvage::bench
