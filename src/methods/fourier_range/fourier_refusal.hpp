// SPDX-License-Identifier: Apache-2.0
#pragma once
// What no Fourier range kernel serves.

#include "planner/candidate.hpp"

namespace selvage::planner {

inline constexpr int largest_fourier_radius = 256;

// Returns a refusal without a reason if a Fourier range kernel can serve.
Refusal fourier_refusal(const Problem& p);

// Returns a refusal if samples are floats and the request for those within 0..1 is less than
// `error`, a fraction of 1; otherwise one without a reason.
Refusal float_refusal(const Problem& p, double error);

}  // namespace selvage::planner
