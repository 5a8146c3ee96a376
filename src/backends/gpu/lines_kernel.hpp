// SPDX-License-Identifier: Apache-2.0
#pragma once
// The candidates that add up lines or a matrix.

#include <memory>
#include <string_view>

#include "backends/gpu/kernel.hpp"

namespace selvage::gpu {

// The kernel of candidate "lines" or "matrix" for one pass: Tuning::sums is flat where the image is
// read once, else pieces. Blocks: compiles.
std::unique_ptr<Kernel> make_strips(std::string_view candidate, const Pass& pass,
                                    const Problem& problem, const Tuning& tuning, Device& device,
                                    ProgramSource& programs);

}  // namespace selvage::gpu
