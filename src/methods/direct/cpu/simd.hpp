// SPDX-License-Identifier: Apache-2.0
#pragma once
// Candidate "simd": weighted means over windows in single precision on the processor's vector
// units. The separable bilateral uses the same loops.

#include <cstdint>
#include <memory>

#include "methods/direct/cpu/direct_kernel.hpp"

namespace selvage::cpu {

// Makes the inner loops of steps with a guide and of steps without a range (simd_joint.cpp).
std::unique_ptr<RowFilter<float>> make_guided_rows(const WindowMean& step,
                                                   const PlaneLayout& layout, double range_scale,
                                                   bool fine, std::int64_t target);

// Makes those whose exponents are in double precision (methods/direct/loop_sums.hpp).
std::unique_ptr<RowFilter<float>> make_precise_rows(const WindowMean& step,
                                                    const PlaneLayout& layout, double range_scale,
                                                    std::int64_t target);

// Makes the kernel of one pass of candidate "simd".
std::unique_ptr<Kernel> make_simd_kernel(const Pass& pass, const Problem& problem,
                                         const DirectTuning& tuning,
                                         const ExecutionContext& context,
                                         const std::shared_ptr<Workers>& workers);

Factory make_simd, make_separable_bilateral;

}  // namespace selvage::cpu
