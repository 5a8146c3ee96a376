// SPDX-License-Identifier: Apache-2.0
#pragma once
// Runs a plan's passes on the CPU, one after another.

#include <functional>
#include <memory>

#include "backends/backend.hpp"
#include "backends/cpu/kernel.hpp"

namespace selvage::cpu {

// Makes the kernel of one pass.
using MakeKernel = std::function<std::shared_ptr<Kernel>(const Pass& pass)>;

std::unique_ptr<Pipeline> make_pipeline(const planner::Decision& decision, const Frame& frame,
                                        const MakeKernel& make_kernel);

}  // namespace selvage::cpu
