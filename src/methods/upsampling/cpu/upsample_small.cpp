// SPDX-License-Identifier: Apache-2.0
#include "methods/upsampling/cpu/upsample_small.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/border.hpp"
#include "core/checked.hpp"
#include "core/dispatch.hpp"
#include "core/sample.hpp"
#include "core/samples.hpp"

namespace selvage::cpu {
namespace {

constexpr double hole = std::numeric_limits<double>::infinity();

}  // namespace

SmallImage::SmallImage(const Upsampling& p, const UpsampleGuide& guide, bool mask, int block)
    : guide_(guide),
      border_(p.filter.border),
      radius_(p.window.radius_x),
      width_(p.image.width),
      height_(p.image.height),
      averaged_(p.layout.averaged),
      channels_(p.image.channels),
      colours_(p.image.colour_channels()),
      groups_(p.layout.groups),
      type_(p.image.type),
      weighs_(p.layout.weighs),
      checks_(!is_integer(type_) || p.filter.invalid || mask || guide.may_have_holes()),
      stride_(upsample_stride(p, block)) {
  if (p.filter.invalid)
    invalid_ = static_cast<float>(stored_value(*p.filter.invalid, type_, type_));
  for (int x = 0; x < width_; ++x) columns_.push_back(p.x.centre(x));
  for (int y = 0; y < height_; ++y) rows_.push_back(p.y.centre(y));
  guides_ = {checked_mul(height_, guide_.planes(), stride_), Untouched{}};
  values_ = {checked_mul(height_, averaged_, stride_), Untouched{}};
  valid_.resize(checked_mul(height_, width_), 1);
  if (border_ != Border::constant) return;
  outside_value_ = static_cast<float>(stored_value(p.filter.border_value, type_, type_));
  make_constant(stored_value(p.filter.border_value, p.guide.type, p.guide.type));
}

// A border constant is not a tap if it equals the invalid value or the guide's type cannot hold it.
void SmallImage::make_constant(double value) {
  outside_guide_.resize(static_cast<std::size_t>(guide_.planes()));
  std::vector<double> samples(3);
  std::uint8_t valid = 1;
  guide_.read_constant(value, {outside_guide_.data(), 1, samples.data(), &valid});
  if ((invalid_ && outside_value_ == *invalid_) || !std::isfinite(value))
    std::ranges::fill(outside_guide_, hole);
  for (const double plane : outside_guide_)
    constant_guides_.insert(constant_guides_.end(), static_cast<std::size_t>(stride_), plane);
  std::vector<float> pixel(static_cast<std::size_t>(averaged_), outside_value_);
  if (weighs_) {
    const float alpha = std::max(outside_value_, 0.0f);
    for (float& v : pixel) v *= alpha;
    pixel.back() = alpha;
  }
  for (const float v : pixel)
    constant_values_.insert(constant_values_.end(), static_cast<std::size_t>(stride_), v);
}

// Multiplies the colours of a row by alpha, which counts as 0 where it is below.
void SmallImage::weigh(float* row, int pixels) const {
  float* const alpha = row + (averaged_ - 1) * stride_;
  for (int x = 0; x < pixels; ++x) alpha[x] = std::max(alpha[x], 0.0f);
  for (int c = 0; c < averaged_ - 1; ++c)
    for (int x = 0; x < pixels; ++x) row[c * stride_ + x] *= alpha[x];
}

double* SmallImage::guide_row(int y) {
  return guides_.data() + std::ptrdiff_t{y} * guide_.planes() * stride_ + radius_;
}
float* SmallImage::value_row(int y) {
  return values_.data() + std::ptrdiff_t{y} * averaged_ * stride_ + radius_;
}

SmallRow SmallImage::row(int y) const {
  const int source = border_index(y, height_, border_);
  if (source != outside)
    return {guides_.data() + std::ptrdiff_t{source} * guide_.planes() * stride_ + radius_,
            values_.data() + std::ptrdiff_t{source} * averaged_ * stride_ + radius_};
  if (border_ != Border::constant) return {};
  return {constant_guides_.data() + radius_, constant_values_.data() + radius_};
}

void SmallImage::load_row(const Inputs& inputs, int y, double* samples) {
  std::uint8_t* const valid = valid_.data() + index(0, y);
  std::fill_n(valid, width_, std::uint8_t{1});
  guide_.read(inputs.guide, columns_.data(), width_, rows_[static_cast<std::size_t>(y)],
              {guide_row(y), stride_, samples, valid});
  double* const first = guide_row(y);
  const int distances = guide_.planes() / groups_;
  const auto mark_invalid = [&](int x) {  // nothing that is no number is left
    for (int p = 0; p < guide_.planes(); ++p)
      first[p * stride_ + x] = p % distances == 0 ? hole : 0.0;
  };
  load_values(inputs.image, y);
  if (weighs_) weigh(value_row(y), width_);
  if (checks_) {
    // Up to here, the guide's validity.
    for (int x = 0; x < width_; ++x)
      if (!valid[x]) mark_invalid(x);
    std::fill_n(valid, width_, std::uint8_t{1});
    find_holes(inputs, y);
    for (int x = 0; x < width_; ++x) {
      if (valid[x]) continue;
      mark_invalid(x);
      for (int c = 0; c < averaged_; ++c) value_row(y)[c * stride_ + x] = 0.0f;
    }
  }
  extend(y);
}

void SmallImage::load_values(const ConstImageView& image, int y) {
  with_pixel_type(type_, [&]<class T>() {
    for (int c = 0; c < averaged_; ++c) {
      float* const to = value_row(y) + c * stride_;
      const std::byte* const from = image.at(0, y, c);
      for (int x = 0; x < width_; ++x) to[x] = read_sample<T>(from + x * image.stride.pixel);
    }
  });
}

void SmallImage::find_holes(const Inputs& inputs, int y) {
  const ConstImageView& image = inputs.image;
  std::uint8_t* const valid = valid_.data() + index(0, y);
  with_pixel_type(type_, [&]<class T>() {
    if constexpr (!is_integer_sample<T>)
      for (int c = 0; c < channels_; ++c)
        for (int x = 0; x < width_; ++x)
          valid[x] &= std::isfinite(read_sample<T>(image.at(x, y, c)));
    for (int x = 0; invalid_ && x < width_; ++x) {
      bool all = true;
      for (int c = 0; c < colours_; ++c) all &= read_sample<T>(image.at(x, y, c)) == *invalid_;
      valid[x] &= !all;
    }
  });
  for (int x = 0; inputs.mask && x < width_; ++x) valid[x] &= *inputs.mask.at(x, y) != std::byte{0};
}

// Extends a row to the left and right of the image.
void SmallImage::extend(int y) {
  double* const guide = guide_row(y);
  float* const value = value_row(y);
  const auto extend_to = [&](int x) {
    const int source = border_index(x, width_, border_);
    for (int p = 0; p < guide_.planes(); ++p) {
      double& to = guide[p * stride_ + x];
      if (source != outside)
        to = guide[p * stride_ + source];
      else
        to = outside_guide_.empty() ? hole : outside_guide_[static_cast<std::size_t>(p)];
    }
    for (int c = 0; c < averaged_; ++c)
      value[c * stride_ + x] = source != outside ? value[c * stride_ + source] : outside_value(c);
  };
  for (int i = 1; i <= radius_; ++i) {
    extend_to(-i);
    extend_to(width_ - 1 + i);
  }
  // Inner loops read a block further.
  const std::ptrdiff_t end = width_ + radius_, rest = stride_ - radius_ - end;
  for (int p = 0; p < guide_.planes(); ++p) std::fill_n(guide + p * stride_ + end, rest, 0.0);
  for (int c = 0; c < averaged_; ++c) std::fill_n(value + c * stride_ + end, rest, 0.0f);
}

}  // namespace selvage::cpu
