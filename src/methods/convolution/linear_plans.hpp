// SPDX-License-Identifier: Apache-2.0
#pragma once
// The pure part that the CPU's row-by-row candidates share.

#include "filters/linear_step.hpp"
#include "filters/problem.hpp"
#include "methods/convolution/line_shape.hpp"
#include "planner/candidate.hpp"

namespace selvage::planner {

// Returns whether the filter is a Gaussian, a box or a separable convolution.
bool is_separable(const Filter& filter);
// Also true for convolutions, whose kernel may be a row times a column.
bool may_be_separable(const Filter& filter);
bool is_stencil(const Filter& filter);

// Returns why linear_step() cannot represent the filter, or an empty string.
std::string not_linear(const Problem& problem);
// Returns why a row and a column cannot stand for a kernel that alpha weighs, or an empty string.
// The part of a kernel that they lose is small beside all weights, but not beside each.
std::string weighs_inseparably(const Problem& problem);
// Returns the step that each iteration repeats.
LinearStep linear_step_of(const Problem& problem);
// The same as a row and a column; the step must be separable.
LinearStep separable_step_of(const Problem& problem);
// Returns one pass per iteration, with f32 between them.
std::vector<Pass> linear_passes(const Problem& problem);

// How a candidate works on rows.
struct LineWork {
  std::size_t number = sizeof(float);  // bytes per number
  bool rows_first = false;             // see LineShape
  double taps_per_second = 4e9;        // of one core
};

// Returns tiles as wide as the rows of a window fit into a core's cache, and as high as keeps all
// threads busy, with at most 50 ms of work.
Tile line_tile(const Problem& problem, const DeviceFacts& facts, const LinearStep& step,
               const LineWork& work);
// Returns the memory of all workers, and of the images between iterations.
ScratchBytes line_scratch(const Problem& problem, const DeviceFacts& facts, const LinearStep& step,
                          const Tile& tile, const LineWork& work);

// Instructions per second of the row-by-row loops on one core, of vectors or, in the plain
// candidates, of single numbers (docs/journal/0010, rounded).
inline constexpr double line_instructions_per_second = 3e9;

// Returns the vector instructions for each sample that multiply by alpha and divide by it.
double weighting_instructions(const Problem& problem);
// Returns the number of samples that all iterations filter.
double filtered_samples(const Problem& problem, const LinearStep& step);

// Returns why single precision might overflow, or lose faint samples, before the step's scale is
// applied, for samples of 1e-18 to 1e18; empty if it cannot.
std::string extreme_weights(const LinearStep& step);

// Converts the roundings of a sum, in units of `unit` (2^-24 or 2^-53) of sum |k| times the largest
// sample, to the error of the result (Report::error_bound), scale and offset included. Where alpha
// weighs, all terms are products k a and k a |c| >= 0, so that either sum keeps this error relative
// to itself, and their quotient errs by twice as much of the largest |c|, whatever alpha is.
double rounded_sum_error(const Problem& problem, const LinearStep& step, double roundings,
                         double unit);
// Returns the error of replacing a kernel by a separable one; 0 for filters without a kernel.
double separation_error(const Problem& problem, const LinearStep& step);

// Returns the offer of a candidate that filters row by row.
Offer line_offer(const Problem& problem, const DeviceFacts& facts, const LinearStep& step,
                 const LineWork& work, double error, double seconds);

}  // namespace selvage::planner
