// SPDX-License-Identifier: Apache-2.0
#pragma once
// Computes distance planes that are not samples: luma, and L*a*b* over 100.

#include <cstddef>
#include <vector>

#include "filters/planes.hpp"
#include "selvage/image.hpp"

namespace selvage::cpu {

template <class Real>
class ColourRows {
 public:
  // `type` is that of the samples.
  ColourRows(const PlaneLayout& layout, PixelType type);

  // Converts rows of R, G, B in stored units to the layout's distance planes; copies
  // channels. If the layout splits planes, also writes the parts that their precision loses.
  void make(const Real* samples, std::ptrdiff_t sample_plane, int pixels, Real* out,
            std::ptrdiff_t plane) const;

 private:
  void make_lab(const Real* samples, std::ptrdiff_t sample_plane, int pixels, Real* out,
                std::ptrdiff_t plane) const;
  void write(double value, Real* out, std::ptrdiff_t plane) const;

  PlaneLayout layout_;
  std::vector<double> linear_;  // sRGB's transfer function by sample; for Lab of integers
};

}  // namespace selvage::cpu
