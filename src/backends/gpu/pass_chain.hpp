// SPDX-License-Identifier: Apache-2.0
#pragma once
// All passes of a plan, one after another, on images that lie on the device.

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "backends/backend.hpp"
#include "backends/gpu/kernel.hpp"

namespace selvage::gpu {

using MakeKernel = std::function<std::unique_ptr<Kernel>(const Pass&)>;

// What the passes need beside the images that come and go.
struct BetweenBytes {
  std::array<std::size_t, 2> images = {};  // f32, from pass to pass, in turn
  std::size_t scratch = 0;                 // of the kernels
};
struct Between {
  std::array<std::unique_ptr<Buffer>, 2> images = {};
  std::unique_ptr<Buffer> scratch = {};
};

// Images on the device. The frame says where inputs lie and what outputs receive.
struct ChainRun {
  DeviceImages images = {};
  Frame frame = {};
};

class PassChain {
 public:
  // Blocks: makes the kernels.
  PassChain(const Work& work, const MakeKernel& make_kernel);

  std::span<const Pass> passes() const { return passes_; }

  // Pass i reads rects[i] of the whole image and computes rects[i + 1], which the last one does for
  // `compute`. Good until the next call.
  std::span<const Rect> rects(const Rect& compute) const;

  // For passes that read and write no more than these widths and heights.
  BetweenBytes between_bytes(std::span<const Rect> largest, int images) const;

  // Enqueues; kernels may block, see Kernel::enqueue. `between` holds between_bytes. Calls
  // `after_pass` when a pass has been enqueued. Allocates nothing.
  void enqueue(Stream& stream, const ChainRun& run, const Between& between,
               const Controls& controls = {},
               const std::function<void(std::size_t pass)>& after_pass = {}) const;

 private:
  DeviceView target(std::size_t pass, const ChainRun& run, const Between& between,
                    const Rect& rect) const;

  std::vector<Pass> passes_;
  Frame frame_;
  std::vector<std::shared_ptr<Kernel>> kernels_;  // one for each pass; equal passes share theirs
  mutable std::vector<Rect> rects_;  // reserved here, so that running allocates nothing
  int channels_;
};

// Images of the size of `rect`, interleaved without gaps, one after another; no data.
ConstImageView dense_shape(PixelType type, const Rect& rect, int channels, int images);

}  // namespace selvage::gpu
