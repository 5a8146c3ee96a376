// SPDX-License-Identifier: Apache-2.0
#pragma once
// Joint bilateral upsampling on the CPU: the kernel that cuts the result into tiles and calls the
// inner loops.

#include <memory>

#include "backends/cpu/kernel.hpp"
#include "methods/upsampling/cpu/upsample_loop.hpp"

namespace selvage::cpu {

// Makes the kernel of the single pass around an inner loop with means of type Real.
template <class Real>
std::unique_ptr<Kernel> make_upsample_kernel(const Problem& problem, const Tile& tile,
                                             std::unique_ptr<UpsampleLoop<Real>> loop,
                                             const ExecutionContext& context);

}  // namespace selvage::cpu
