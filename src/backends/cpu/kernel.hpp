// SPDX-License-Identifier: Apache-2.0
#pragma once
// One pass on the CPU.

#include "selvage/engine.hpp"

namespace selvage::cpu {

// One pass of a plan, made ready for images of one shape.
class Kernel {
 public:
  virtual ~Kernel() = default;
  // Blocks. Computes frame.compute into outputs.image. Inputs and outputs do not overlap; the
  // views, the frame and the filter were validated. Allocates nothing.
  virtual void run(const Inputs& inputs, const Outputs& outputs, const Frame& frame,
                   const Controls& controls) = 0;
};

}  // namespace selvage::cpu
