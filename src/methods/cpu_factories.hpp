// SPDX-License-Identifier: Apache-2.0
#pragma once
// The factories of the catalogue's CPU candidates.

#include "backends/cpu/kernel.hpp"

namespace selvage::cpu {

// `candidate` is an entry of the catalogue whose platform is the CPU.
Factory* factory_of(const planner::Candidate& candidate);

}  // namespace selvage::cpu
