// SPDX-License-Identifier: Apache-2.0
#pragma once
// Candidate "plain_upsample": joint bilateral upsampling in double precision, in portable C++.

#include <memory>

#include "backends/cpu/kernel.hpp"
#include "backends/cpu/simd.hpp"
#include "backends/cpu/upsample_loop.hpp"
#include "backends/cpu/workers.hpp"

namespace selvage::cpu {

// The offsets of one pixel, as UpsampleLoop::filter's; with another range_gain, which may be 0.
void upsample_pixel(const UpsampleWindow& window, const UpsampleRow& row, int x, double range_gain,
                    double* offset);

// The squared distance from u to the nearest valid tap; infinite: there is none.
double nearest_tap(const UpsampleWindow& window, const UpsampleRow& row, int x);

std::unique_ptr<Kernel> make_plain_upsample(const Pass& pass, const Problem& problem,
                                            const Tuning& tuning, const SimdTarget& target,
                                            const Crew& crew);

}  // namespace selvage::cpu
