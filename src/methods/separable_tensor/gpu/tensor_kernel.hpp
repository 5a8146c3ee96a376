// SPDX-License-Identifier: Apache-2.0
#pragma once
// Candidate "separable_tensor": products of byte matrices.

#include <memory>

#include "backends/gpu/kernel.hpp"
#include "methods/separable_tensor/tuning.hpp"

namespace selvage::gpu {

// The kernel of one pass. Blocks: compiles.
std::unique_ptr<Kernel> make_tensor_kernel(const Pass& pass, const planner::Decision& decision,
                                           Device& device, ProgramSource& programs);

}  // namespace selvage::gpu
