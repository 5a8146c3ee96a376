// SPDX-License-Identifier: Apache-2.0
#pragma once
// Candidate "upsample": joint bilateral upsampling on a device.

#include <memory>
#include <string_view>

#include "backends/gpu/kernel.hpp"

namespace selvage::gpu {

// Blocks: compiles.
std::unique_ptr<Kernel> make_upsample(std::string_view candidate, const Pass& pass,
                                      const Problem& problem, const Tuning& tuning, Device& device,
                                      ProgramSource& programs);

}  // namespace selvage::gpu
