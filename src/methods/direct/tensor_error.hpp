// SPDX-License-Identifier: Apache-2.0
#pragma once
// The error of candidate "tensor", whose weights are halves of exponents that a product of matrices
// of halves computes.

#include "filters/problem.hpp"

namespace selvage::planner {

// The largest magnitude of a term of an exponent, which must be a half.
inline constexpr double largest_tensor_term = 60000.0;

// Returns the largest magnitude of a term of an exponent.
double tensor_term(const Problem& problem);

// Returns the error bound; the proof stands at the function.
double tensor_error(const Problem& problem);

}  // namespace selvage::planner
