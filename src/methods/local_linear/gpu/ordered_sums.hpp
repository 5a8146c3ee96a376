// SPDX-License-Identifier: Apache-2.0
#pragma once
// Guided filters by sums of doubles, or of pairs of floats, in a fixed order: for whole images, or
// for the pixels that fixed point does not hold.

#include <cstddef>
#include <memory>

#include "methods/local_linear/gpu/guided_code.hpp"
#include "methods/local_linear/tuning.hpp"

namespace selvage::gpu {

// What fixed point leaves, in scratch.
struct LeftPixels {
  SelvageLayout held = {};  // a byte of each pixel; 0: it is left
  i64 any = -1;             // offset of an int, which is 0 if none is left; -1: all are
};

class OrderedSums : public Kernel {
 public:
  // As enqueue(), for the pixels that are left.
  virtual void enqueue_left(Stream& stream, const DeviceImages& images, Buffer* scratch,
                            const Frame& frame, const Controls& controls,
                            const LeftPixels& left) = 0;
};

std::unique_ptr<OrderedSums> make_ordered_sums(const Problem& problem,
                                               const LocalLinearGpuTuning& tuning,
                                               const GpuFacts& gpu, ProgramSource& programs);

}  // namespace selvage::gpu
