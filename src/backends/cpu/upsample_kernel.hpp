// SPDX-License-Identifier: Apache-2.0
#pragma once
// Joint bilateral upsampling on the CPU: tiles, and what surrounds the inner loops.

#include <memory>

#include "backends/cpu/kernel.hpp"
#include "backends/cpu/upsample_loop.hpp"
#include "backends/cpu/workers.hpp"

namespace selvage::cpu {

// The kernel of the one pass, around an inner loop whose means are kept in Real.
template <class Real>
std::unique_ptr<Kernel> make_upsample_kernel(const Problem& problem, const Tuning& tuning,
                                             std::unique_ptr<UpsampleLoop<Real>> loop,
                                             const Crew& crew);

}  // namespace selvage::cpu
