// SPDX-License-Identifier: Apache-2.0
#pragma once
// Joint bilateral upsampling [kopf2007, eq. 2]: the mean of a window of the small image around each
// pixel of the large one, weighted by the large guide. Each pixel costs (2r+1)^2 taps, with r in
// small pixels.

#include <vector>

#include "methods/upsampling/upsampling_shape.hpp"
#include "planner/candidate.hpp"

namespace selvage::planner {

bool is_upsampling(const Filter& filter);
std::vector<Pass> upsample_passes(const Problem& problem);

// Returns the relative error of weights whose exponents are in double precision: each exponent has
// some roundings relative to itself, however little taps differ. It holds for windows whose
// heaviest tap is at most 1000 sigma_space and 1000 sigma_range away.
double upsample_exponents_error(const Problem& problem);

// Returns the taps of a pixel in all groups of channels.
double upsample_taps(const Upsampling& upsampling);

}  // namespace selvage::planner
