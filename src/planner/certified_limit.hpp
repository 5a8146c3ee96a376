// SPDX-License-Identifier: Apache-2.0
#pragma once
// The error that a candidate certifies for each pixel; pixels that fail are computed again.

#include <algorithm>

namespace selvage {

// Certificates stay below nine tenths of the request, so that last roundings have room. The default
// request of u8 is 0.5 levels of 1/255. Hardly a filter is faster with more than the largest limit.
inline constexpr double certified_limit = 0.45, least_limit = 0.04, largest_limit = 4.0;  // levels

// Returns the limit for a request, which is a fraction of full scale; 0: unknown. Who allows any
// error expects none that is seen.
inline double certificate_limit(double max_error) {
  if (max_error <= 0.0 || max_error >= 1.0) return certified_limit;
  return std::clamp(0.9 * 255.0 * max_error, least_limit, largest_limit);
}
// The same for weights of 16 bits, which a larger limit makes hardly faster.
inline double int16_limit(double max_error) {
  return std::min(certificate_limit(max_error), certified_limit);
}

}  // namespace selvage
