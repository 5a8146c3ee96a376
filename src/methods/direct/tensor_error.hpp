// SPDX-License-Identifier: Apache-2.0
#pragma once
// The error of candidate "tensor", whose weights are halves of exponents that a product of matrices
// of halves computes.

#include <cstddef>

#include "filters/problem.hpp"
#include "methods/direct/tensor_taps.hpp"

namespace selvage::planner {

// The largest magnitude of a term of an exponent, which must be a half.
inline constexpr double largest_tensor_term = 60000.0;

// Returns the largest magnitude of a term of an exponent.
double tensor_term(const Problem& problem, const TensorTile& tile);

// Returns the error bound for a window of so many units of taps. tensor_error.cpp has the proof.
double tensor_error(const Problem& problem, const TensorTile& tile, std::size_t units);

}  // namespace selvage::planner
