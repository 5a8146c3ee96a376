// SPDX-License-Identifier: Apache-2.0
#pragma once
// Candidate "upsample": joint bilateral upsampling on a device.

#include <memory>

#include "backends/gpu/kernel.hpp"
#include "methods/upsampling/tuning.hpp"

namespace selvage::gpu {

// Makes the kernel of the single pass. Blocks to compile it.
std::unique_ptr<Kernel> make_upsample_kernel(const Pass& pass, const planner::Decision& decision,
                                             Device& device, ProgramSource& programs);

}  // namespace selvage::gpu
