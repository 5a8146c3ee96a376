// SPDX-License-Identifier: Apache-2.0
#pragma once
// The small image of an upsampling, and the guide at its pixels' centres, as planar rows that the
// border rule extends. A tap does not depend on the output pixel, so this is done once for each
// run.

#include <cstdint>
#include <optional>
#include <vector>

#include "backends/cpu/aligned_numbers.hpp"
#include "methods/upsampling/cpu/upsample_guide.hpp"
#include "methods/upsampling/cpu/upsample_loop.hpp"
#include "selvage/engine.hpp"

namespace selvage::cpu {

class SmallImage {
 public:
  // `block` is the number of pixels beyond the last tap that an inner loop may read.
  SmallImage(const Upsampling& problem, const UpsampleGuide& guide, bool mask, int block);

  // Reads row y of one image of a batch. Threads may read different rows at the same time.
  // `samples` is scratch for three planes of the image's width.
  void load_row(const Inputs& inputs, int y, double* samples);

  // Returns row y, which may lie outside the image.
  SmallRow row(int y) const;
  std::ptrdiff_t plane() const { return stride_; }

  // Returns whether a pixel may be invalid or have no tap.
  bool may_have_holes() const { return checks_; }
  // Returns whether the image's pixel is valid; its guide may be invalid.
  bool valid(int x, int y) const { return valid_[index(x, y)] != 0; }

 private:
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
           static_cast<std::size_t>(x);
  }
  double* guide_row(int y);
  float* value_row(int y);
  void load_values(const ConstImageView& image, int y);
  void find_holes(const Inputs& inputs, int y);
  void extend(int y);
  void make_constant(double value);
  void weigh(float* row, int pixels) const;
  // Returns the value of channel c outside the image; 0 if it is not a tap.
  float outside_value(int c) const {
    return constant_values_.empty() ? 0.0f
                                    : constant_values_[static_cast<std::size_t>(c * stride_)];
  }

  const UpsampleGuide& guide_;
  Border border_;
  int radius_, width_, height_;
  int averaged_, channels_, colours_, groups_;
  PixelType type_;
  bool weighs_;  // values are products of colour and alpha, and alpha
  bool checks_;
  std::optional<float> invalid_;  // stored units, rounded to the image's type
  std::ptrdiff_t stride_;         // per row of a plane: radius, width, radius, block
  std::vector<int> columns_;      // the guide's columns at the centres of the image's
  std::vector<int> rows_;
  AlignedNumbers<double> guides_;    // [height][planes][stride]; load_row writes them
  AlignedNumbers<float> values_;     // [height][averaged][stride]
  std::vector<std::uint8_t> valid_;  // [height][width]
  // For Border::constant, the guide's planes and the value of a pixel outside, and a row of them.
  std::vector<double> outside_guide_, constant_guides_;
  float outside_value_ = 0.0f;
  std::vector<float> constant_values_;
};

}  // namespace selvage::cpu
