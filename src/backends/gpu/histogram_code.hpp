// SPDX-License-Identifier: Apache-2.0
#pragma once
// The kernels of histogram.cl on samples that lie side by side in a device's memory.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "backends/gpu/arguments.hpp"
#include "backends/gpu/launches.hpp"
#include "core/histogram.hpp"
#include "core/problem.hpp"

namespace selvage::gpu {

#include "kernels/histogram.h"

class CountKernels {
 public:
  // For `channels` that are counted. Blocks: compiles.
  CountKernels(const Histogram& filter, PixelType type, int channels, const Tuning& tuning,
               const GpuFacts& gpu, ProgramSource& programs);

  // The range that count() is for. Blocks a moment: finds the edges between bins.
  void set_range(const Binning& binning);
  // What count() reads of `edges`: to be uploaded after set_range. Bytes do not need them: empty.
  std::span<const std::int32_t> edges() const { return edges_; }
  // 32-bit counters: [channel][slot], a slot being a stored value of u8, else a bin or, last, NaN.
  std::size_t counters() const;

  // Enqueues: adds `samples` of all channels, fewer than 2^32, to `counters`. Nothing blocks but
  // the kernel itself: what it takes is its own time.
  void count(Stream& stream, const Buffer& data, std::int64_t samples, const Buffer* edges,
             const Buffer& counters);
  // Enqueues: widens `range`, a FoundRange, to those of the samples that are finite. Not for
  // integers.
  void find(Stream& stream, const Buffer& data, std::int64_t samples, const Buffer& range);

 private:
  void launch(Stream& stream, DeviceCode& code, std::span<const Buffer* const> buffers,
              std::int64_t samples, std::size_t local_bytes);

  PixelType type_;
  int channels_;
  Tuning tuning_;
  int loads_;  // words that an item loads at a time
  int most_groups_;
  SelvageHistogram arguments_ = {};
  std::vector<std::int32_t> edges_;
  DeviceCode count_, find_;
};

}  // namespace selvage::gpu
