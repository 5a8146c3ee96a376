// SPDX-License-Identifier: Apache-2.0
#pragma once
// Runs all passes of a plan, one after another, on images in device memory.

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "backends/backend.hpp"
#include "backends/gpu/kernel.hpp"
#include "filters/passes.hpp"

namespace selvage::gpu {

using MakeKernel = std::function<std::unique_ptr<Kernel>(const Pass&)>;

// Device memory that the passes need besides inputs and outputs, in bytes.
struct BetweenBytes {
  std::array<std::size_t, 2> images = {};  // f32, used in turn between passes
  std::size_t scratch = 0;                 // for the kernels
};
struct Between {
  std::array<std::unique_ptr<Buffer>, 2> images = {};
  std::unique_ptr<Buffer> scratch = {};
};

// Images on the device. The frame tells where inputs lie and what outputs receive.
struct ChainRun {
  DeviceImages images = {};
  Frame frame = {};
};

class PassChain {
 public:
  // Blocks: compiles the kernels.
  PassChain(const planner::Decision& decision, const Frame& frame, const MakeKernel& make_kernel);

  std::span<const Pass> passes() const { return sequence_.passes(); }

  // Returns PassSequence::rects.
  std::span<const Rect> rects(const Rect& compute) const { return sequence_.rects(compute); }

  // Returns PassSequence::slices.
  std::span<const Slices> slices(const Slices& compute) const { return sequence_.slices(compute); }

  // Returns the memory for passes that read and write rectangles up to these sizes.
  BetweenBytes between_bytes(std::span<const Rect> largest, int images) const;

  // Returns Kernel::certified of the last pass; the passes before it check no bounds.
  std::int64_t certified(const Rect& compute, int images) const {
    return kernels_.back()->certified(compute, images);
  }

  // Enqueues all passes; kernels may block, see Kernel::enqueue. `between` has between_bytes().
  // Calls `after_pass` after enqueueing each pass. Allocates nothing.
  void enqueue(Stream& stream, const ChainRun& run, const Between& between,
               const Controls& controls = {},
               const std::function<void(std::size_t pass)>& after_pass = {}) const;

 private:
  DeviceView target(const PassSequence::Turn& turn, const ChainRun& run,
                    const Between& between) const;

  PassSequence sequence_;
  std::vector<std::shared_ptr<Kernel>> kernels_;  // one for each pass
  int channels_;
  bool volume_;  // the image has depth, and its slices come as images of a batch
};

// Returns the shape of `images` images as large as `rect`, interleaved without gaps; no data.
ConstImageView dense_shape(PixelType type, const Rect& rect, int channels, int images);

}  // namespace selvage::gpu
