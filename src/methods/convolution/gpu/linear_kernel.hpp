// SPDX-License-Identifier: Apache-2.0
#pragma once
// Linear filters on a device.

#include <memory>

#include "backends/gpu/kernel.hpp"

namespace selvage::gpu {

// The kernel of one pass, with LinearGpuTuning: of products of a row and a column (`separable`), or
// of a stencil. Blocks: compiles.
std::unique_ptr<Kernel> make_linear_kernel(bool separable, const Pass& pass,
                                           const planner::Decision& decision, Device& device,
                                           ProgramSource& programs);

}  // namespace selvage::gpu
