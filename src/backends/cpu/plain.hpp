// SPDX-License-Identifier: Apache-2.0
#pragma once
// Candidate "plain": weighted means over windows in double precision, in portable C++.

#include <memory>

#include "backends/cpu/direct_kernel.hpp"
#include "backends/cpu/simd.hpp"

namespace selvage::cpu {

std::unique_ptr<Kernel> make_plain(const Pass& pass, const Problem& problem, const Tuning& tuning,
                                   const SimdTarget& target, const Crew& crew);

}  // namespace selvage::cpu
