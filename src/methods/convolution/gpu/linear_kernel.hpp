// SPDX-License-Identifier: Apache-2.0
#pragma once
// Linear filters on a GPU.

#include <memory>

#include "backends/gpu/kernel.hpp"

namespace selvage::gpu {

// Makes the kernel of one pass, with LinearGpuTuning: of a row times a column (`separable`), or of
// a stencil. Blocks: compiles for images without gaps, or, unless `dense`, for others;
// the rest when an image needs it.
std::unique_ptr<Kernel> make_linear_kernel(bool separable, const Pass& pass,
                                           const planner::Decision& decision, Device& device,
                                           ProgramSource& programs, bool dense = true);

}  // namespace selvage::gpu
