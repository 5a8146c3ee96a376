// SPDX-License-Identifier: Apache-2.0
#pragma once
// Counting the samples of a plane.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "opencl_course/ladder.hpp"
#include "opencl_course/passes.hpp"

namespace selvage::studies::course {

// Counters on the device, and the kernel that clears them.
class Counters {
 public:
  Counters(Session& session, GroupSize group);
  void enqueue_clear(gpu::Stream& stream) const;
  std::vector<std::uint32_t> read() const;  // blocks
  const gpu::Buffer& buffer() const { return *buffer_; }

 private:
  gpu::Stream* stream_;
  Pass clear_;
  std::unique_ptr<gpu::Buffer> buffer_;
};

// Counts a plane; `watched` is for the rung that only reads.
void enqueue_count(gpu::Stream& stream, const Pass& pass, const Plane& plane,
                   const Counters& counters, int watched = -1);

// By the CPU, of the values 0..1.
std::vector<std::uint32_t> counts_of(const ConstImageView& image);

// Expects the CPU's counts of every image; of the rung that only reads those of one bin. Returns
// the last image's.
std::vector<std::uint32_t> check_histogram(Session& session, const std::string& name,
                                           const Pass& pass, const Counters& counters,
                                           const std::vector<Image>& images,
                                           bool only_reads = false);

// One channel, all of one value.
Image one_valued(int width, int height, float value);

}  // namespace selvage::studies::course
