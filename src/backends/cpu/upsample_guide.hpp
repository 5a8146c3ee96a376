// SPDX-License-Identifier: Apache-2.0
#pragma once
// The guide of an upsampling as distance planes.

#include <cstddef>
#include <cstdint>

#include "backends/cpu/colour_rows.hpp"
#include "core/upsample.hpp"

namespace selvage::cpu {

// Some pixels' planes: plane p of pixel i is planes[p * stride + i].
struct GuidePixels {
  double* planes = nullptr;
  std::ptrdiff_t stride = 0;
  double* samples = nullptr;      // scratch: three planes of as many pixels as are read
  std::uint8_t* valid = nullptr;  // becomes 0 where a sample is not finite, and stays elsewhere
};

class UpsampleGuide {
 public:
  explicit UpsampleGuide(const Upsampling& problem);

  int planes() const { return planes_; }
  // Guides of integers are valid everywhere.
  bool may_have_holes() const { return !is_integer(type_); }

  // Pixels columns[0..count - 1] of row y. One image of a batch.
  void read(const ConstImageView& guide, const int* columns, int count, int y,
            const GuidePixels& out) const;
  // A pixel whose samples all are `value`, in stored units: its planes.
  void read_constant(double value, const GuidePixels& out) const;

 private:
  PlaneLayout::Distance distance_;
  int planes_;
  PixelType type_;
  int channels_;
  ColourRows<double> colour_rows_;
};

}  // namespace selvage::cpu
