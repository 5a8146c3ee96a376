// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is measured, in the planner's words.

#include "core/problem.hpp"

namespace selvage::bench {

// Without its data.
ConstImageView shape_of(ConstImageView view);

// A filter on whole images.
Problem problem_of(const Filter& filter, const Inputs& inputs);

// How far a result may be from the true one, in 255ths of full scale. `bound` is in the candidate's
// unit, before rounding.
double allowed_255(const Problem& problem, double bound);

}  // namespace selvage::bench
