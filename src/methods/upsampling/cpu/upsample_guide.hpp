// SPDX-License-Identifier: Apache-2.0
#pragma once
// Converts the guide of an upsampling to distance planes.

#include <cstddef>
#include <cstdint>

#include "backends/cpu/images/colour_rows.hpp"
#include "methods/upsampling/upsampling_shape.hpp"

namespace selvage::cpu {

// The planes of some pixels: plane p of pixel i is planes[p * stride + i].
struct GuidePixels {
  double* planes = nullptr;
  std::ptrdiff_t stride = 0;
  double* samples = nullptr;      // scratch: three planes of the pixels to read
  std::uint8_t* valid = nullptr;  // set to 0 for pixels with a sample that is not finite
};

class UpsampleGuide {
 public:
  explicit UpsampleGuide(const Upsampling& problem);

  int planes() const { return planes_; }
  // Guides of integers are valid everywhere.
  bool may_have_holes() const { return !is_integer(type_); }

  // Reads the pixels columns[0..count - 1] of row y of one image of a batch.
  void read(const ConstImageView& guide, const int* columns, int count, int y,
            const GuidePixels& out) const;
  // Computes the planes of a pixel with all samples equal to `value`, in stored units.
  void read_constant(double value, const GuidePixels& out) const;

 private:
  PlaneLayout::Distance distance_;
  int planes_;
  PixelType type_;
  int channels_;
  ColourRows<double> colour_rows_;
};

}  // namespace selvage::cpu
