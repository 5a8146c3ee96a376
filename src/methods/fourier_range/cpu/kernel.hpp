// SPDX-License-Identifier: Apache-2.0
#pragma once
// The kernel of candidate "fourier_range", which calls the inner loops on tiles.

#include <memory>

#include "methods/fourier_range/cpu/level_kernel.hpp"
#include "methods/fourier_range/cpu/loops.hpp"

namespace selvage::cpu {

using FourierParts = LevelParts<FourierLoops>;

std::unique_ptr<Kernel> make_fourier_kernel(const FourierParts& parts,
                                            const ExecutionContext& context);

}  // namespace selvage::cpu
