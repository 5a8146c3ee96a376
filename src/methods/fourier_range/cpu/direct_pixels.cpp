// SPDX-License-Identifier: Apache-2.0
#include "methods/fourier_range/cpu/direct_pixels.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "methods/direct/cpu/simd.hpp"

namespace selvage::cpu {

DirectPixels::DirectPixels(const Pass& pass, const Problem& problem, const Tile& tile,
                           const ExecutionContext& context)
    : radius_x_(std::get<WindowMean>(pass.step).radius_x),
      radius_y_(std::get<WindowMean>(pass.step).radius_y),
      alpha_(problem.alpha),
      type_(problem.type),
      channels_(problem.channels),
      shape_(problem, std::get<WindowMean>(pass.step), tile),
      runner_(std::make_unique<SerialRunner>()),
      kernel_(make_simd_kernel(pass, problem, shape_.tuning,
                               {.runner = *runner_, .threads = 1, .simd = context.simd},
                               std::make_shared<Workers>())),
      flags_(shape_.flags()),
      columns_(static_cast<std::size_t>(shape_.pixels)),
      found_(shape_.found()),
      image_(shape_.image()) {}

void DirectPixels::find(const Rect& rect) {
  rect_ = rect;
  count_ = 0;
  const int pixels = rect.width + 2 * radius_x_, rows = rect.height + 2 * radius_y_;
  const auto marked = [&](int i) {
    return std::memchr(row(i), 1, static_cast<std::size_t>(pixels)) != nullptr;
  };
  int first = 0;
  while (first < rows && !marked(first)) ++first;
  if (first == rows) return;
  std::fill_n(columns_.begin(), pixels, 0);
  const auto add = [&](int i, int sign) {
    const std::uint8_t* const from = row(i);
    for (int x = 0; x < pixels; ++x) columns_[static_cast<std::size_t>(x)] += sign * from[x];
  };
  for (int i = 0; i < 2 * radius_y_; ++i) add(i, 1);
  for (int y = 0; y < rect.height; ++y) {
    add(y + 2 * radius_y_, 1);
    find_row(y);
    add(y, -1);
  }
}

void DirectPixels::find_row(int y) {
  const int width = 2 * radius_x_;
  std::uint8_t* const to = found_.data() + std::ptrdiff_t{y} * rect_.width;
  const std::int32_t* const columns = columns_.data();
  std::int32_t sum = 0;
  for (int x = 0; x < width; ++x) sum += columns[x];
  for (int x = 0; x < rect_.width; ++x) {
    sum += columns[x + width];
    to[x] = sum > 0 ? 1 : 0;
    count_ += to[x];
    sum -= columns[x];
  }
}

Rect DirectPixels::others() const {
  if (count_ == 0) return rect_;
  int left = rect_.width, right = 0, top = rect_.height, bottom = 0;
  for (int y = 0; y < rect_.height; ++y) {
    const std::uint8_t* const row = found_.data() + std::ptrdiff_t{y} * rect_.width;
    const auto* const first = std::find(row, row + rect_.width, std::uint8_t{0});
    if (first == row + rect_.width) continue;
    int last = rect_.width;
    while (row[last - 1] != 0) --last;
    left = std::min(left, static_cast<int>(first - row));
    right = std::max(right, last);
    top = std::min(top, y);
    bottom = y + 1;
  }
  if (right <= left) return {rect_.x, rect_.y, 0, 0};
  return {rect_.x + left, rect_.y + top, right - left, bottom - top};
}

// Counts those of columns first..last - 1 of a row, and extends left..right to hold them.
int DirectPixels::columns_with(int y, int first, int last, int& left, int& right) const {
  const std::uint8_t* const row = found_.data() + std::ptrdiff_t{y} * rect_.width;
  int count = 0;
  for (int x = first; x < last; ++x) {
    if (row[x] == 0) continue;
    ++count;
    left = std::min(left, x);
    right = std::max(right, x + 1);
  }
  return count;
}

// Blocks are narrow, since they hold other pixels, too, and as tall as there are rows with such
// pixels, since loops over pairs of pixels share the weights of rows.
void DirectPixels::filter(const Source& source, const ImageView& target,
                          const std::stop_token& cancel) {
  constexpr int strip = 64;  // pixels
  if (count_ == 0) return;
  if (count_ == rect_.width * rect_.height)
    return filter_block(source, {0, 0, rect_.width, rect_.height}, count_, target, cancel);
  for (int first = 0; first < rect_.width; first += strip) {
    const int last = std::min(first + strip, rect_.width);
    int top = 0, left = last, right = first, count = 0;
    for (int y = 0; y <= rect_.height; ++y) {
      const int more = y < rect_.height ? columns_with(y, first, last, left, right) : 0;
      if (more == 0 && count > 0) {
        filter_block(source, {left, top, right - left, y - top}, count, target, cancel);
        left = last;
        right = first;
        count = 0;
      }
      if (count == 0) top = y;
      count += more;
    }
  }
}

// Computes a block of the tile, `count` of whose pixels are wanted.
void DirectPixels::filter_block(const Source& source, const Rect& block, int count,
                                const ImageView& target, const std::stop_token& cancel) {
  Frame frame = source.frame;
  frame.compute = {rect_.x + block.x, rect_.y + block.y, block.width, block.height};
  const ImageView place = target.region(block);
  ImageView result = place;
  const bool all = count == block.width * block.height;
  if (!all) {
    result = interleaved(image_.data(), type_, block.width, block.height, channels_);
    result.alpha = alpha_;
  }
  kernel_->run({.image = source.image, .mask = source.mask}, {.image = result}, frame,
               {.cancel = cancel});
  if (all) return;
  const std::size_t bytes = sample_bytes(type_);
  for (int y = 0; y < block.height; ++y)
    for (int x = 0; x < block.width; ++x) {
      if (!has(frame.compute.x + x, frame.compute.y + y)) continue;
      for (int c = 0; c < channels_; ++c) std::memcpy(place.at(x, y, c), result.at(x, y, c), bytes);
    }
}

}  // namespace selvage::cpu
