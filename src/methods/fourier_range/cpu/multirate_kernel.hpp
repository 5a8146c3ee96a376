// SPDX-License-Identifier: Apache-2.0
#pragma once
// The kernel of candidate "fourier_multirate", which calls the inner loops on tiles.

#include <memory>

#include "methods/fourier_range/cpu/level_kernel.hpp"
#include "methods/fourier_range/cpu/multirate_loops.hpp"

namespace selvage::cpu {

using MultirateParts = LevelParts<MultirateLoops>;

std::unique_ptr<Kernel> make_multirate_kernel(const MultirateParts& parts,
                                              const ExecutionContext& context);

}  // namespace selvage::cpu
