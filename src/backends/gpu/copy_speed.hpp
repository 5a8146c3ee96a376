// SPDX-License-Identifier: Apache-2.0
#pragma once
// Measures how fast a device copies, once, when it is opened.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <limits>

#include "backends/gpu/device.hpp"

namespace selvage::gpu {

// Returns bytes per second between pinned host memory and the device, both directions together.
// Blocks for some round trips of `bytes`. The fastest counts: the first one wakes the driver up,
// and a bus that saves power takes a while to reach its speed (docs/journal/0061). Returns 0 if
// there is no memory to try with.
inline double measure_copies(Device& device, std::size_t bytes) try {
  using clock = std::chrono::steady_clock;
  const auto host = device.host_buffer(bytes);
  const auto memory = device.buffer(bytes);
  const auto stream = device.stream();
  std::fill_n(host->data(), bytes, std::byte{0});
  constexpr int trips = 12;
  double seconds = std::numeric_limits<double>::infinity();
  for (int trip = 0; trip < trips; ++trip) {
    const auto start = clock::now();
    stream->upload(*memory, 0, host->data(), bytes);
    stream->download(host->data(), *memory, 0, bytes);
    stream->wait();
    seconds = std::min(seconds, std::chrono::duration<double>(clock::now() - start).count());
  }
  return 2.0 * static_cast<double>(bytes) / std::max(seconds, 1e-9);
} catch (const OutOfMemory&) {
  return 0.0;
}

}  // namespace selvage::gpu
