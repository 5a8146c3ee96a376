// SPDX-License-Identifier: Apache-2.0
#include "methods/local_linear/cpu/range_rows.hpp"

#include <algorithm>
#include <cmath>

#include "core/checked.hpp"

namespace selvage::cpu {
namespace {

// Returns the float next above a limit, unless it is one: samples are floats.
float at_least(double limit) {
  const auto f = static_cast<float>(limit);
  return double{f} < limit ? std::nextafter(f, 3e38f) : f;
}

}  // namespace

RangeRows::RangeRows(const Int64Scale& scale, int window, std::ptrdiff_t loaded,
                     const Int64Loops& loops)
    : window_(window),
      check_(loops.check),
      beyond_(checked_mul(1, scale.checks() ? loaded : 0)),
      strong_(beyond_.size()),
      some_(beyond_.size()) {
  limits_.least_guide = static_cast<float>(scale.least_guide);  // fractions of few digits
  limits_.most_guide = static_cast<float>(scale.most_guide);
  limits_.most_value = static_cast<float>(scale.most_value);
  limits_.least_value = at_least(scale.least_value);
}

void RangeRows::begin() {
  row_ = last_beyond_ = 0;
  beyond_.clear();
  strong_.clear();
  some_.clear();
}

bool RangeRows::push(const LinearPlanes& planes, const float* samples, std::ptrdiff_t stride,
                     int pixels) {
  RangeJob job = limits_;
  job.guides = planes.guides;
  job.guide = samples;
  job.values = planes.own ? planes.values : planes.other_values();
  job.value = planes.own ? samples : samples + planes.guides * stride;
  job.pixels = pixels;
  job.stride = stride;
  job.row = ++row_;
  job.beyond = beyond_.data();
  job.strong = strong_.data();
  job.some = some_.data();
  const bool beyond = check_(job);
  if (beyond) last_beyond_ = row_;
  return beyond;
}

bool RangeRows::in_every_window(const std::int32_t* marks, int pixels) const {
  // From one marked column on, the last one that the next window may begin behind.
  for (int first = 0; first < pixels;) {
    int column = first + window_ - 1;
    while (column >= first && marks[column] <= row_ - window_) --column;
    if (column < first) return false;
    first = column + 1;
  }
  return true;
}

bool RangeRows::all_held(int pixels) const {
  const std::int32_t oldest = row_ - window_;
  if (last_beyond_ > oldest) return false;
  if (in_every_window(strong_.data(), pixels)) return true;
  for (int column = 0, strong = -1, some = -1; column < pixels + window_ - 1; ++column) {
    if (strong_.data()[column] > oldest) strong = column;
    if (some_.data()[column] > oldest) some = column;
    const int i = column - window_ + 1;
    if (i >= 0 && strong < i && some >= i) return false;
  }
  return true;
}

bool RangeRows::mark_held(int pixels, std::uint8_t* held) const {
  const std::int32_t oldest = row_ - window_;
  int beyond = -1, strong = -1, some = -1;  // the last columns that are
  bool any = false;
  for (int column = 0; column < pixels + window_ - 1; ++column) {
    if (beyond_.data()[column] > oldest) beyond = column;
    if (strong_.data()[column] > oldest) strong = column;
    if (some_.data()[column] > oldest) some = column;
    const int i = column - window_ + 1;
    if (i < 0) continue;
    held[i] = beyond < i && (strong >= i || some < i);
    any |= held[i] != 0;
  }
  return any;
}

}  // namespace selvage::cpu
