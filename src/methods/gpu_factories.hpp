// SPDX-License-Identifier: Apache-2.0
#pragma once
// The factories of the catalogue's GPU candidates, and of gradients, which have no candidate.

#include <memory>

#include "backends/gpu/kernel.hpp"

namespace selvage::gpu {

// `candidate` is an entry of the catalogue whose platform is the GPU.
const Factory& factory_of(const planner::Candidate& candidate);

// Returns what computes gradients on the context's device, which must outlive it.
std::unique_ptr<GradientRunner> make_direct_gradient(const ExecutionContext& context);

}  // namespace selvage::gpu
