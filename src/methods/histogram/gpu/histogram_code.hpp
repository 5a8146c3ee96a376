// SPDX-License-Identifier: Apache-2.0
#pragma once
// The kernels of histogram.cl on adjacent samples in a device's memory.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "backends/gpu/arguments.hpp"
#include "backends/gpu/launches.hpp"
#include "filters/problem.hpp"
#include "methods/histogram/binning.hpp"
#include "methods/histogram/tuning.hpp"

namespace selvage::gpu {

#include "methods/histogram/gpu/histogram.h"

class CountKernels {
 public:
  // Makes the kernels for `channels` counted channels. Blocks to compile them.
  CountKernels(const Histogram& filter, PixelType type, int channels,
               const HistogramGpuTuning& tuning, const GpuFacts& gpu, ProgramSource& programs);

  // Sets the range for count(). Blocks shortly to find the edges between bins.
  void set_range(const Binning& binning);
  // Returns the contents of `edges` for count(), to upload after set_range. Empty for bytes, which
  // need none.
  std::span<const std::int32_t> edges() const { return edges_; }
  // Returns the number of 32-bit counters, [channel][slot]. A slot is a stored value of u8, else a
  // bin or, last, NaN.
  std::size_t counters() const;

  // Enqueues a kernel that adds `samples` of all channels, fewer than 2^32, to `counters`. Does not
  // block.
  void count(Stream& stream, const Buffer& data, std::int64_t samples, const Buffer* edges,
             const Buffer& counters);
  // Enqueues a kernel that widens `range`, a FoundRange, to the finite samples. Not for integers.
  void find(Stream& stream, const Buffer& data, std::int64_t samples, const Buffer& range);

 private:
  void launch(Stream& stream, DeviceCode& code, std::span<const Buffer* const> buffers,
              std::int64_t samples, std::size_t local_bytes);

  PixelType type_;
  int channels_;
  HistogramGpuTuning tuning_;
  int loads_;  // words that an item loads at a time
  int most_groups_;
  SelvageHistogram arguments_ = {};
  std::vector<std::int32_t> edges_;
  DeviceCode count_, find_;
};

}  // namespace selvage::gpu
