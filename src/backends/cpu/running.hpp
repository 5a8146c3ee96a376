// SPDX-License-Identifier: Apache-2.0
#pragma once
// Candidate "running": boxes by running sums, whatever their radius.

#include <memory>

#include "backends/cpu/kernel.hpp"
#include "backends/cpu/simd.hpp"

namespace selvage::cpu {

std::unique_ptr<Kernel> make_running(const Pass& pass, const Problem& problem, const Tuning& tuning,
                                     const SimdTarget& target, const Crew& crew);

}  // namespace selvage::cpu
