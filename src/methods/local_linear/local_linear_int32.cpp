// SPDX-License-Identifier: Apache-2.0
// What sums of whole numbers serve, and their error, on CPUs and GPUs.
#include <cmath>

#include "methods/local_linear/int32_shape.hpp"
#include "methods/local_linear/local_linear.hpp"
#include "planner/error_terms.hpp"

namespace selvage::planner {

std::string whole_sums_unsupported(const Problem& p) {
  if (upsamples(p.filter)) return "whole-number sums do not support upsampling";
  if (p.type != PixelType::u8 || guide_type(p) != PixelType::u8)
    return "only u8 images with u8 guides have short products";
  if (LinearPlanes(p).counted)
    return "whole-number sums support neither holes, nor pixels outside that do not count, nor "
           "`subsample`";
  if (guided_of(p).radius > largest_int32_radius)
    return "the window's sums of products exceed 32 bits";
  return {};
}

// In stored units over 255. To the error in double precision (local_linear.cpp), with exact sums
// and a guide from -128 to 127, come
//   fixed point   half a unit for each a, times |guide|, and for b; sums of models are exact
//   result        in single precision: the conversion of each sum, the scaled guide, the product
//   and
//                 the additions are n + 4 roundings of |a I| and |b|
double whole_sums_error(const Problem& p) {
  const ModelScale scale(p);
  const double n = guide_colours(p);
  const double fixed = 0.5 * (n * 128.0 / scale.a + 1.0 / scale.b);
  const double parts = scale.largest_b + std::sqrt(n) * 128.0 * scale.largest_a;
  return 1.03 * local_linear_error(p) + (fixed + (n + 4.0) * ulp * parts) / 255.0;
}

}  // namespace selvage::planner
