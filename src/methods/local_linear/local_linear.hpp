// SPDX-License-Identifier: Apache-2.0
#pragma once
// Local linear models of a guide [he2013]: sums over each pixel's window give the coefficients a
// and b of the model fitted there; sums over these give the result. The work per pixel grows with
// the logarithm of the radius.

#include <string>

#include "filters/fitted_grid.hpp"
#include "planner/candidate.hpp"

namespace selvage::planner {

bool is_guided(const Filter& filter);
// The filter that fits the models.
inline Guided guided_of(const Problem& problem) {
  return fitting_filter(problem.filter);
}
std::vector<Pass> local_linear_passes(const Problem& problem);

// How a candidate computes.
struct LinearArithmetic {
  double rounding;    // relative error of a sum or a product
  double reciprocal;  // the same of a reciprocal, in roundings
  bool holds_u16;     // sums of products of 16-bit samples are exact, as those of bytes are
  bool holds_floats;  // so are those of floats, once the products are rounded
};
inline constexpr LinearArithmetic double_arithmetic{0x1p-53, 1.0, true, false};
inline constexpr LinearArithmetic exact_arithmetic{0x1p-53, 1.0, true, true};
inline constexpr LinearArithmetic pair_arithmetic{5.0 * 0x1p-48, 13.0, false, false};

// Returns the largest error before rounding. The proof stands at the function.
double local_linear_error(const Problem& problem,
                          const LinearArithmetic& arithmetic = double_arithmetic);

// For models in fixed point, from sums of whole numbers: why they do not serve the problem, or
// nothing; their largest error before rounding.
std::string whole_sums_unsupported(const Problem& problem);
double whole_sums_error(const Problem& problem);

// The same for sums in fixed point of 64 bits.
std::string int64_sums_unsupported(const Problem& problem);
double int64_sums_error(const Problem& problem);

}  // namespace selvage::planner
