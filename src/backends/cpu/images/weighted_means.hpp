// SPDX-License-Identifier: Apache-2.0
#pragma once
// Alpha::weight: means of colour x alpha, and of alpha, become means of the colours and of alpha.

#include <cstddef>

#include "filters/planes.hpp"

namespace selvage::cpu {

// Divides the means of one pixel, the last of which is that of alpha, `plane` apart. `full`: the
// full scale of alpha. Alpha becomes exactly 0 where it is too small; the colours are then 0, too.
template <class Real>
void divide_by_alpha(Real* means, std::ptrdiff_t plane, int averaged, double full) {
  Real& alpha = means[(averaged - 1) * plane];
  const bool visible = static_cast<double>(alpha) >= least_alpha * full;  // false for NaN
  for (int c = 0; c < averaged - 1; ++c) {
    Real& colour = means[c * plane];
    colour = visible ? colour / alpha : Real{0};
  }
  if (!visible) alpha = Real{0};
}

// Multiplies the colours of interleaved pixels by alpha, which counts as 0 where it is below.
template <int channels, class Real>
void multiply_by_alpha(Real* pixel, std::ptrdiff_t pixels) {
  for (std::ptrdiff_t i = 0; i < pixels; ++i, pixel += channels) {
    const Real alpha = pixel[channels - 1] > Real{0} ? pixel[channels - 1] : Real{0};
    for (int c = 0; c < channels - 1; ++c) pixel[c] *= alpha;
    pixel[channels - 1] = alpha;
  }
}

// The numbers by which sums of such pixels become results.
template <class Real>
struct AlphaQuotient {
  Real least = 0;  // a smaller sum of alpha becomes 0
  Real alpha_gain = 1, colour_gain = 1, colour_offset = 0;

  // Divides the colours by alpha, and multiplies alpha. Returns whether an alpha becomes 0; the
  // colours of its pixel are then meaningless.
  template <int channels>
  bool divide(Real* pixel, std::ptrdiff_t pixels) const {
    int transparent = 0;
    for (std::ptrdiff_t i = 0; i < pixels; ++i, pixel += channels) {
      const Real alpha = pixel[channels - 1];
      const bool visible = alpha >= least;  // false for NaN
      transparent |= visible ? 0 : 1;
      const Real factor = colour_gain / (visible ? alpha : Real{1});
      for (int c = 0; c < channels - 1; ++c) pixel[c] = pixel[c] * factor + colour_offset;
      pixel[channels - 1] = visible ? alpha * alpha_gain : Real{0};
    }
    return transparent != 0;
  }
};

}  // namespace selvage::cpu
