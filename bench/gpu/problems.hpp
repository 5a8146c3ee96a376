// SPDX-License-Identifier: Apache-2.0
#pragma once
// The measured cases as the planner's problems.

#include "filters/problem.hpp"

namespace selvage::bench {

// Returns the view without its data.
ConstImageView shape_of(ConstImageView view);

// Returns the problem of a filter on whole images.
Problem problem_of(const Filter& filter, const Inputs& inputs);

// Returns the allowed error of a result, in 255ths of full scale. `bound` is in the candidate's
// unit, before rounding.
double allowed_255(const Problem& problem, double bound);

}  // namespace selvage::bench
