// SPDX-License-Identifier: Apache-2.0
#pragma once
// Candidate "series": the bilateral of one channel of u8 by a few filtered images that all pixels
// share.

#include <memory>

#include "backends/cpu/simd.hpp"

namespace selvage::cpu {

std::unique_ptr<Kernel> make_series(const Pass& pass, const Problem& problem, const Tuning& tuning,
                                    const SimdTarget& target, const Crew& crew);

}  // namespace selvage::cpu
