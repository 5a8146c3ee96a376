// SPDX-License-Identifier: Apache-2.0
#pragma once
// What rungs must give: the reference in double precision, rounded to f32.

#include "d3d11_compute_chapter/ladder.hpp"
#include "selvage/filters.hpp"

namespace selvage::studies::d3d11 {

// The product's filter that is a rung's kind. The separable bilaterals: the bilateral.
Filter filter_of(Kind kind, const Parameters& parameters);

Image truth(Kind kind, const Parameters& parameters, const ConstImageView& image);

// The rung's filter with the taps outside left out, and divided by the weights of the others.
Image renormalised(Kind kind, const Parameters& parameters, const ConstImageView& image);

// How far a rung may be from the truth, and from another rung of its kind; see the source.
double tolerance(Kind kind, const Parameters& parameters);

}  // namespace selvage::studies::d3d11
