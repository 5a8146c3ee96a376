// SPDX-License-Identifier: Apache-2.0
#pragma once
// The planes that the gradients' loops read: rows of one image, extended by the border rule.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "backends/cpu/aligned_numbers.hpp"
#include "methods/direct_gradient/direct_gradient.hpp"
#include "selvage/engine.hpp"

namespace selvage::cpu {

using planner::GradientProblem;

// Rows of planes. Columns lie `margin` beyond the image on both sides.
class PlaneRows {
 public:
  PlaneRows(int rows, int planes, int width, int margin);

  std::ptrdiff_t plane() const { return plane_; }
  // Returns column 0 of a row's first plane.
  float* row(int y) { return numbers_.data() + offset(y); }
  const float* row(int y) const { return numbers_.data() + offset(y); }

 private:
  std::ptrdiff_t offset(int y) const { return y * row_ + margin_; }

  std::ptrdiff_t margin_, plane_, row_;
  AlignedNumbers<float> numbers_;  // zeros at first
};

// The samples of one image and its guide in stored units, with their validity.
class GradientPlanes {
 public:
  explicit GradientPlanes(const GradientProblem& problem);

  // Columns beyond the image that may be read on either side.
  static int margin(const GradientProblem& problem);

  // Loads row y. Threads may load different rows. The inputs are those of one image.
  void load(const Inputs& inputs, int y);

  // Returns the row that stands for row y, which may lie outside; null: it has no taps.
  const float* row(std::int64_t y) const;
  std::ptrdiff_t plane() const { return rows_.plane(); }
  bool valid(int x, int y) const { return rows_.row(y)[valid_plane() + x] != 0; }

 private:
  std::ptrdiff_t valid_plane() const { return (shape_.values + shape_.guide) * rows_.plane(); }
  void fill_outside(float* row);
  void load_constant();

  WindowMean step_;
  planner::GradientShape shape_;
  int width_, height_;
  PixelType type_, guide_type_;
  std::vector<int> left_, right_;     // the columns that stand for those outside, or `outside`
  std::vector<float> constant_ = {};  // V in each plane, and whether it is valid
  std::optional<float> invalid_ = {};
  PlaneRows rows_;  // the last is that of V
};

}  // namespace selvage::cpu
