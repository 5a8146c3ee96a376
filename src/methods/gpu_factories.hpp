// SPDX-License-Identifier: Apache-2.0
#pragma once
// The factories of the catalogue's GPU candidates.

#include "backends/gpu/kernel.hpp"

namespace selvage::gpu {

// `candidate` is an entry of the catalogue whose platform is the GPU.
const Factory& factory_of(const planner::Candidate& candidate);

}  // namespace selvage::gpu
