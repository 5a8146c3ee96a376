// SPDX-License-Identifier: Apache-2.0
#pragma once
// Candidate "simd16": the direct bilateral of one channel of u8 with weights in 16-bit integers.

#include <memory>

#include "backends/cpu/simd.hpp"

namespace selvage::cpu {

std::unique_ptr<Kernel> make_simd16(const Pass& pass, const Problem& problem, const Tuning& tuning,
                                    const SimdTarget& target, const Crew& crew);

}  // namespace selvage::cpu
