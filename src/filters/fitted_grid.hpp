// SPDX-License-Identifier: Apache-2.0
#pragma once
// The pixels that a guided filter fits, the grid. With subsample S they are those whose column and
// row in the whole image are multiples of S; in upsampling, those of the small image. Between them
// models are interpolated.

#include <cstdint>

#include "filters/upsample_axis.hpp"
#include "selvage/filters.hpp"

namespace selvage {

// Returns the radius of the windows, in pixels of the grid: radius / subsample, rounded half up.
constexpr int grid_radius(const Guided& filter) {
  return (filter.radius + filter.subsample / 2) / filter.subsample;
}

// Returns the grid's pixels along a side of the whole image.
constexpr int grid_side(int side, int subsample) {
  return (side - 1) / subsample + 1;
}

// Returns the pixels around the computed ones that are read: two windows, and the next pixel of the
// grid.
constexpr int guided_halo(const Guided& filter) {
  const int windows = 2 * grid_radius(filter);
  return filter.subsample == 1 ? windows : filter.subsample * (windows + 1);
}

// Returns the guided filter that fits the models: that of the small image in upsampling.
inline Guided fitting_filter(const Filter& filter) {
  if (const auto* guided = std::get_if<Guided>(&filter)) return *guided;
  const auto& up = std::get<GuidedUpsampling>(filter);
  return {.radius = up.radius,
          .epsilon = up.epsilon,
          .border = up.border,
          .border_value = up.border_value,
          .alpha = up.alpha,
          .invalid = up.invalid,
          .fill = up.fill};
}

// One axis of the result: its pixel i lies at (scale i + offset) / unit of the grid. What lies
// before the grid's first pixel is moved there.
struct FittedAxis {
  std::int64_t scale = 1, offset = 0, unit = 1;  // 0 < scale <= unit, -unit / 2 <= offset <= 0

  // The weights of a pixel of the grid and of the next one. Their sum is 1.
  struct Shares {
    double here, next;
  };

  // Returns the grid's pixel at or before pixel i.
  int before(int i) const { return static_cast<int>(place(i) / unit); }
  Shares shares(int i) const {
    const std::int64_t rest = place(i) % unit;
    const auto whole = static_cast<double>(unit);
    return {static_cast<double>(unit - rest) / whole, static_cast<double>(rest) / whole};
  }
  // Returns the first pixel after those that have this pixel of the grid before them.
  int end(int column) const {
    if (column < 0) return 0;
    return static_cast<int>(((column + std::int64_t{1}) * unit - offset + scale - 1) / scale);
  }
  // Returns the most pixels of the grid that surround so many neighbours.
  int around(int pixels) const {
    return static_cast<int>(((pixels - std::int64_t{1}) * scale + unit - 1) / unit) + 2;
  }

 private:
  std::int64_t place(int i) const {
    const std::int64_t at = scale * i + offset;
    return at < 0 ? 0 : at;
  }
};

inline FittedAxis subsampled(int step) {
  return {.unit = step};
}
inline FittedAxis enlarged(const UpsampleAxis& axis) {  // (i + 1/2) small / large - 1/2
  return {.scale = std::int64_t{2} * axis.small,
          .offset = std::int64_t{axis.small} - axis.large,
          .unit = std::int64_t{2} * axis.large};
}

}  // namespace selvage
