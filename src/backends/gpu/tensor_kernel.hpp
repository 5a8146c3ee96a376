// SPDX-License-Identifier: Apache-2.0
#pragma once
// The candidate that multiplies matrices of bytes.

#include <memory>
#include <string_view>

#include "backends/gpu/kernel.hpp"

namespace selvage::gpu {

// The kernel of candidate "tensor" for one pass. Blocks: compiles.
std::unique_ptr<Kernel> make_tensor(std::string_view candidate, const Pass& pass,
                                    const Problem& problem, const Tuning& tuning, Device& device,
                                    ProgramSource& programs);

}  // namespace selvage::gpu
