// SPDX-License-Identifier: Apache-2.0
#pragma once
// Gradients on a GPU: the three steps of the CPU's, and the margin that the border rule fills as
// pixels of its own, so that results are gathered too.

#include <memory>

#include "backends/gpu/kernel.hpp"

namespace selvage::gpu {

// As methods/gpu_factories.hpp, for the engine, says.
std::unique_ptr<GradientRunner> make_direct_gradient(const ExecutionContext& context);

}  // namespace selvage::gpu
