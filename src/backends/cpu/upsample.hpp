// SPDX-License-Identifier: Apache-2.0
#pragma once
// Candidate "upsample": joint bilateral upsampling on the processor's vector units.

#include <memory>

#include "backends/cpu/kernel.hpp"
#include "backends/cpu/simd.hpp"
#include "backends/cpu/workers.hpp"

namespace selvage::cpu {

std::unique_ptr<Kernel> make_upsample(const Pass& pass, const Problem& problem,
                                      const Tuning& tuning, const SimdTarget& target,
                                      const Crew& crew);

}  // namespace selvage::cpu
