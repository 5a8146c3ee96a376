// SPDX-License-Identifier: Apache-2.0
#pragma once
// Row streaming (methods/convolution/gpu/row_streaming.h) of all channels of an image in one
// launch.

#include "backends/gpu/kernel.hpp"
#include "backends/gpu/launches.hpp"
#include "methods/convolution/gpu/linear_code.hpp"

namespace selvage::gpu {

class BlockStreaming {
 public:
  BlockStreaming() = default;  // serves no image
  // Blocks: compiles.
  BlockStreaming(const Pass& pass, const Problem& problem, const LinearGpuTuning& tuning,
                 Device& device, ProgramSource& programs);

  // Returns whether the images, of which all pixels count, can be streamed.
  bool serves(const Frame& frame) const;
  // Returns the largest size of the flags of one image.
  std::size_t flag_bytes(int width, int height) const;
  // Enqueues the computation. Where samples may be NaN or infinite, pixels whose windows have such
  // a sample are left to be computed again: flags in `scratch` from byte `place` on tell which
  // (channel_blocks.h). Returns arguments with the flags' layout.
  SelvageLinear enqueue(Stream& stream, const DeviceImages& images, const Buffer* scratch,
                        std::size_t place, const Frame& frame, const Controls& controls);

 private:
  int units_of(bool dense) const { return dense ? tuning_.streaming.units_of_pixel : 1; }

  int channels_ = 0, radius_x_ = 0, radius_y_ = 0;
  LinearGpuTuning tuning_;
  std::size_t argument_bytes_ = 0;
  SelvageLinear arguments_ = {};
  DeviceCode code_;  // dense: a pixel's units are aligned
};

}  // namespace selvage::gpu
