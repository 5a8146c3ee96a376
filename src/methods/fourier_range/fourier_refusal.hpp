// SPDX-License-Identifier: Apache-2.0
#pragma once
// What no Fourier range kernel serves.

#include "planner/candidate.hpp"

namespace selvage::planner {

inline constexpr int largest_fourier_radius = 256;

// Returns a refusal without a reason if a Fourier range kernel can serve.
Refusal fourier_refusal(const Problem& p);

}  // namespace selvage::planner
