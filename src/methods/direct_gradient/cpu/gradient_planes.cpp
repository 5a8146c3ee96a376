// SPDX-License-Identifier: Apache-2.0
#include "methods/direct_gradient/cpu/gradient_planes.hpp"

#include <algorithm>
#include <cmath>

#include "core/border.hpp"
#include "core/checked.hpp"
#include "core/dispatch.hpp"
#include "core/sample.hpp"
#include "core/samples.hpp"
#include "methods/direct_gradient/cpu/gradient_loops.hpp"

namespace selvage::cpu {
namespace {

constexpr int most_lanes = 16;

// Copies channels of a row into planes. A sample that is not finite becomes 0 and clears the flag
// of its pixel, also in channels that are not copied.
void load_row(const ConstImageView& image, int y, int copied, float* planes, std::ptrdiff_t plane,
              float* valid) {
  with_pixel_type(image.type, [&]<class T>() {
    for (int c = 0; c < image.channels; ++c)
      for (int x = 0; x < image.width; ++x) {
        float v = read_sample<T>(image.at(x, y, c));
        if (!std::isfinite(v)) v = valid[x] = 0;
        if (c < copied) planes[c * plane + x] = v;
      }
  });
}

}  // namespace

PlaneRows::PlaneRows(int rows, int planes, int width, int margin)
    : margin_(margin),
      plane_(static_cast<std::ptrdiff_t>(checked_add(checked_mul(2, margin), width))),
      row_(static_cast<std::ptrdiff_t>(checked_mul(plane_, planes))),
      numbers_(checked_mul(rows, row_)) {}

int GradientPlanes::margin(const GradientProblem& problem) {
  const int chunk = problem.shape.many() ? gradient_chunk : 0;
  return ((problem.step.radius_x + chunk) / most_lanes + 3) * most_lanes;
}

GradientPlanes::GradientPlanes(const GradientProblem& problem)
    : step_(problem.step),
      shape_(problem.shape),
      width_(problem.width()),
      height_(problem.height()),
      type_(problem.shapes.image.type),
      guide_type_(problem.shapes.guide.type),
      rows_(height_ + 1, shape_.sample_planes(), width_, margin(problem)) {
  for (int i = 1; i <= step_.radius_x; ++i) {
    left_.push_back(border_index(-std::int64_t{i}, width_, step_.border));
    right_.push_back(border_index(std::int64_t{width_} - 1 + i, width_, step_.border));
  }
  if (step_.invalid) invalid_ = static_cast<float>(stored_value(*step_.invalid, type_, type_));
  if (step_.border == Border::constant) load_constant();
}

void GradientPlanes::load_constant() {
  const auto value = static_cast<float>(stored_value(step_.border_value, type_, type_));
  const auto guide =
      shape_.guide > 0
          ? static_cast<float>(stored_value(step_.border_value, guide_type_, guide_type_))
          : 0.0f;
  constant_.assign(static_cast<std::size_t>(shape_.sample_planes()), 0.0f);
  std::fill_n(constant_.begin(), shape_.averaged, value);
  std::fill_n(constant_.begin() + shape_.values, shape_.guide_channels, guide);
  const bool valid =
      std::isfinite(value) && std::isfinite(guide) && !(invalid_ && *invalid_ == value);
  constant_.back() = 1.0f;
  if (!valid) std::fill(constant_.begin(), constant_.end(), 0.0f);
  float* const row = rows_.row(height_);
  for (std::size_t p = 0; p < constant_.size(); ++p)
    std::fill_n(row + static_cast<std::ptrdiff_t>(p) * plane() - step_.radius_x,
                width_ + 2 * step_.radius_x, constant_[p]);
}

void GradientPlanes::load(const Inputs& inputs, int y) {
  float* const row = rows_.row(y);
  float* const valid = row + valid_plane();
  std::fill_n(valid, width_, 1.0f);
  load_row(inputs.image, y, shape_.averaged, row, plane(), valid);
  if (shape_.guide > 0)
    load_row(inputs.guide, y, shape_.guide_channels, row + shape_.values * plane(), plane(), valid);
  if (invalid_) {
    const int colours = inputs.image.colour_channels();
    for (int x = 0; x < width_; ++x) {
      bool marked = true;
      for (int c = 0; c < colours; ++c) marked &= row[c * plane() + x] == *invalid_;
      if (marked) valid[x] = 0;
    }
  }
  if (inputs.mask)
    for (int x = 0; x < width_; ++x)
      if (*inputs.mask.at(x, y) == std::byte{0}) valid[x] = 0;
  // So that no product with a weight of 0 overflows.
  for (int p = 0; p + 1 < shape_.sample_planes(); ++p)
    for (int x = 0; x < width_; ++x)
      if (valid[x] == 0.0f) row[p * plane() + x] = 0.0f;
  fill_outside(row);
}

void GradientPlanes::fill_outside(float* row) {
  for (int p = 0; p < shape_.sample_planes(); ++p) {
    float* const columns = row + p * plane();
    const float v = constant_.empty() ? 0.0f : constant_[static_cast<std::size_t>(p)];
    for (int i = 0; i < step_.radius_x; ++i) {
      const auto at = static_cast<std::size_t>(i);
      columns[-1 - i] = left_[at] == outside ? v : columns[left_[at]];
      columns[width_ + i] = right_[at] == outside ? v : columns[right_[at]];
    }
  }
}

const float* GradientPlanes::row(std::int64_t y) const {
  const int source = border_index(y, height_, step_.border);
  if (source != outside) return rows_.row(source);
  return step_.border == Border::constant ? rows_.row(height_) : nullptr;
}

}  // namespace selvage::cpu
