// SPDX-License-Identifier: Apache-2.0
#pragma once
// The levels that Fourier range kernels read.

#include <algorithm>
#include <cstdint>

#include "filters/planes.hpp"
#include "filters/problem.hpp"
#include "planner/certified_limit.hpp"

namespace selvage {

using Level = std::int32_t;

// Limits are those of planner/certified_limit.hpp. A pixel that fails is summed in single
// precision. Its error is that of the sums and, relative to a weight 2^-e, that of a polynomial (4
// 2^-24) and of the exponent (4 e ln 2 2^-24; of floats, whose differences are rounded before they
// are squared, 6 e ln 2 2^-24; weights with e > 126 do not count):
//   2 255 (taps of a row / 4 + taps of a column + 24) 2^-24 + 255 (4 + 525) 2^-24 <= 0.03 levels
// at most, for the largest window.

// Samples count in levels: 255 of them are the full scale of u8 and of u16, and a float of 1. A
// joint filter's levels are those of its guide.
struct LevelForm {
  bool words = false;              // not u8: a level has 257 steps
  bool floats = false;             // rounded to steps, if they lie within 0..1
  bool holes = false;              // taps may be missing: outside the image, masked or invalid
  int values = 0;                  // averaged channels of a joint filter; 0: levels are averaged
  double limit = certified_limit;  // of the error of a pixel that is not summed directly, in levels

  int count() const { return words ? 65536 : 256; }  // which is also the number of a hole
  int steps() const { return words ? 257 : 1; }      // of a level
  double unit() const { return floats ? 1.0 / 255.0 : steps(); }  // of a level, in samples
  // The most that the difference of two samples changes by rounding, in levels: half a step for
  // each, and as much as single precision adds to it.
  double rounding() const { return floats ? (1.0 + 0x1p-7) / steps() : 0.0; }
  bool joint() const { return values > 0; }
  int sets() const { return 1 + values; }  // of filtered images: of D, and of each averaged channel
  // Whether the constant of the series is a term: the sum that it multiplies is not known.
  bool constant_term() const { return holes || joint(); }

  friend bool operator==(const LevelForm&, const LevelForm&) = default;
};

// Returns the request as a fraction of full scale, 1 of floats. That of floats is relative to the
// image's largest sample, but the error of samples within 0..1 is not.
inline double requested_of_one(const Problem& p) {
  return is_integer(p.type) ? p.max_error : p.max_error * std::clamp(p.sample_extent, 1e-30, 1.0);
}

inline LevelForm level_form(const WindowMean& step, const Problem& p) {
  const bool leaves_out = step.border == Border::shrink || step.border == Border::copy;
  const bool joint = step.guide == Guide::given;
  const PixelType type = distance_type(step, p, p.type);
  return {.words = type != PixelType::u8,
          .floats = !is_integer(type),
          .holes = p.mask || step.invalid || leaves_out,
          .values = joint ? plane_layout(step, p).value_planes : 0,
          .limit = certificate_limit(requested_of_one(p))};
}

}  // namespace selvage
