// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the CPU's candidates that filter row by row share.

#include "filters/linear_step.hpp"
#include "filters/problem.hpp"
#include "methods/convolution/line_shape.hpp"
#include "planner/candidate.hpp"

namespace selvage::planner {

// Gaussian, box and separable convolution: products of a row and a column.
bool is_lines(const Filter& filter);
// Also convolutions, whose kernel may be such a product.
bool may_be_separable(const Filter& filter);
bool is_stencil(const Filter& filter);

// Why a Gaussian, a Box or a convolution is not linear_step()'s; empty: it is.
std::string not_linear(const Problem& problem);
// The step that is repeated.
LinearStep linear_step_of(const Problem& problem);
// The same as a row and a column, for a step that is separable.
LinearStep separable_step_of(const Problem& problem);
// One pass for each iteration, f32 between them.
std::vector<Pass> linear_passes(const Problem& problem);

// How a candidate works on rows.
struct LineWork {
  std::size_t number = sizeof(float);  // bytes
  bool rows_first = false;             // LineShape's
  double taps_per_second = 4e9;        // one core
};

// Tiles as wide as keeps the rows of a window in a core's cache, and as high as keeps all threads
// busy; at most 50 ms of work.
Tile line_tile(const Problem& problem, const DeviceFacts& facts, const LinearStep& step,
               const LineWork& work);
// Memory of all workers, and what lies between iterations.
ScratchBytes line_scratch(const Problem& problem, const DeviceFacts& facts, const LinearStep& step,
                          const Tile& tile, const LineWork& work);

// Samples that are filtered, of all iterations.
double filtered_samples(const Problem& problem, const LinearStep& step);

// Why single precision might overflow, or lose faint samples, before the step's scale is applied;
// empty: it cannot, for samples of 1e-18 to 1e18.
std::string extreme_weights(const LinearStep& step);

// Roundings of a sum, in units of `unit` (2^-24 or 2^-53) of sum |k| and the largest sample, as the
// error of the result (Report::error_bound): scale and offset are counted.
double rounded_sum_error(const Problem& problem, const LinearStep& step, double roundings,
                         double unit);
// What a matrix has beside the lines that it is taken for, as the error of the result; 0 for
// filters without a matrix.
double separation_error(const Problem& problem, const LinearStep& step);

// The offer of a candidate that filters row by row.
Offer line_offer(const Problem& problem, const DeviceFacts& facts, const LinearStep& step,
                 const LineWork& work, double error, double seconds);

}  // namespace selvage::planner
