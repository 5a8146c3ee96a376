// SPDX-License-Identifier: Apache-2.0
#pragma once
// Guided upsampling: models of the small image, results at the guide's pixels.

#include <memory>

#include "backends/cpu/executor.hpp"
#include "backends/cpu/kernel.hpp"
#include "filters/problem.hpp"
#include "planner/tuning.hpp"

namespace selvage::cpu {

std::unique_ptr<Kernel> make_enlarging_kernel(const Problem& problem, const Tile& tile,
                                              const ExecutionContext& context);

}  // namespace selvage::cpu
