// SPDX-License-Identifier: Apache-2.0
#pragma once
// The proven error of weights that are products (methods/direct/int16_products.hpp).

#include "filters/window_mean.hpp"

namespace selvage::planner {

// Returns the largest error before rounding, in levels of 1/255, for colours of u8 with norm l2.
// `guided`: values do not follow the distances.
double int16_products_error(const WindowMean& filter, bool guided);

}  // namespace selvage::planner
