// SPDX-License-Identifier: Apache-2.0
#pragma once
// Distance planes that are not samples themselves: luminance and L*a*b* over 100.

#include <cstddef>
#include <vector>

#include "core/planes.hpp"
#include "selvage/image.hpp"

namespace selvage::cpu {

template <class Real>
class ColourRows {
 public:
  // `type`: of the samples.
  ColourRows(const PlaneLayout& layout, PixelType type);

  // From rows of R, G, B in stored units (or of one channel, which is then copied) to the layout's
  // distance planes, with what their precision loses where the layout splits them.
  void make(const Real* samples, std::ptrdiff_t sample_plane, int pixels, Real* out,
            std::ptrdiff_t plane) const;

 private:
  void make_lab(const Real* samples, std::ptrdiff_t sample_plane, int pixels, Real* out,
                std::ptrdiff_t plane) const;
  void write(double value, Real* out, std::ptrdiff_t plane) const;

  PlaneLayout layout_;
  std::vector<double> linear_;  // sRGB's transfer function, by sample; lab of integers only
};

}  // namespace selvage::cpu
