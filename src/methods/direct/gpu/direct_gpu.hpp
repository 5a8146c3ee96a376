// SPDX-License-Identifier: Apache-2.0
#pragma once
// Candidates "tile" and "plain", which compute direct means over windows. The separable bilateral
// runs the same kernels. The tuning is DirectGpuTuning.

#include "backends/gpu/kernel.hpp"

namespace selvage::gpu {

// Makes the kernel of one pass. Blocks to compile it.
std::unique_ptr<Kernel> make_direct_kernel(const Pass& pass, const planner::Decision& decision,
                                           Device& device, ProgramSource& programs);

}  // namespace selvage::gpu
