// SPDX-License-Identifier: Apache-2.0
#pragma once
// The passes of a plan on the CPU, one after another.

#include <functional>
#include <memory>

#include "backends/backend.hpp"
#include "backends/cpu/kernel.hpp"
#include "backends/cpu/workers.hpp"

namespace selvage::cpu {

// Makes the kernel of one pass, whose buffers are among `workers`.
using MakeKernel = std::function<std::shared_ptr<Kernel>(const Pass& pass, Workers& workers)>;

std::unique_ptr<Pipeline> make_pipeline(const Work& work, const MakeKernel& make_kernel);

}  // namespace selvage::cpu
