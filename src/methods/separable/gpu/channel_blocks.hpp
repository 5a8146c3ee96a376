// SPDX-License-Identifier: Apache-2.0
#pragma once
// Separable filters of more than planner::linear_channels channels on a GPU.

#include <memory>

#include "backends/gpu/kernel.hpp"

namespace selvage::gpu {

// Makes the kernel of one pass, with LinearGpuTuning. Blocks: compiles.
std::unique_ptr<Kernel> make_channel_blocks(const Pass& pass, const planner::Decision& decision,
                                            Device& device, ProgramSource& programs);

}  // namespace selvage::gpu
