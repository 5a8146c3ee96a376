// SPDX-License-Identifier: Apache-2.0
#include "support/canvas.hpp"

#include <algorithm>
#include <cstring>

namespace selvage::testing {
namespace {

constexpr std::byte poison{0xa5};
constexpr std::ptrdiff_t guard = 64;  // poison bytes before the first and behind the last sample

Strides strides(const Shape& s, Layout layout) {
  const auto sample = static_cast<std::ptrdiff_t>(sample_bytes(s.type));
  Strides stride = interleaved_strides(s.type, s.width, s.height, s.channels);
  switch (layout) {
    case Layout::interleaved: break;
    case Layout::planar: return planar_strides(s.type, s.width, s.height, s.channels);
    case Layout::padded:
      stride.row += 13;
      stride.batch = stride.row * s.height + 29;
      break;
    case Layout::flipped_x: stride.pixel = -stride.pixel; break;
    case Layout::flipped_y: stride.row = -stride.row; break;
    case Layout::inside:
      stride.pixel = sample * (s.channels + 1);
      stride.row = stride.pixel * (s.width + 5);
      stride.batch = stride.row * (s.height + 3);
      break;
  }
  return stride;
}

}  // namespace

Canvas::Canvas(const Shape& s, Layout layout) {
  view_ = {.type = s.type,
           .width = s.width,
           .height = s.height,
           .channels = s.channels,
           .alpha = s.alpha,
           .batch = s.batch,
           .stride = strides(s, layout)};
  std::ptrdiff_t first = 0, last = static_cast<std::ptrdiff_t>(sample_bytes(s.type));
  const auto include = [&](int count, std::ptrdiff_t stride) {
    (stride < 0 ? first : last) += (count - 1) * stride;
  };
  include(s.width, view_.stride.pixel);
  include(s.height, view_.stride.row);
  include(s.channels, view_.stride.channel);
  include(s.batch, view_.stride.batch);
  bytes_.assign(static_cast<std::size_t>(last - first + 2 * guard), poison);
  view_.data = bytes_.data() + guard - first;
}

Canvas::Canvas(const Canvas& other) : bytes_(other.bytes_), view_(other.view_) {
  view_.data = bytes_.data() + (other.view_.data - other.bytes_.data());
}

bool Canvas::surroundings_untouched() const {
  std::vector<std::byte> rest = bytes_;
  for_each_sample(view_, [&](int x, int y, int c, int b) {
    const auto offset = view_.at(x, y, c, b) - bytes_.data();
    std::fill_n(rest.begin() + offset, sample_bytes(view_.type), poison);
  });
  return std::ranges::all_of(rest, [](std::byte byte) { return byte == poison; });
}

void copy_bits(const ConstImageView& from, const ImageView& to) {
  for_each_sample(from, [&](int x, int y, int c, int b) {
    std::memcpy(to.at(x, y, c, b), from.at(x, y, c, b), sample_bytes(from.type));
  });
}

bool same_bits(const ConstImageView& a, const ConstImageView& b) {
  bool same = a.type == b.type && a.width == b.width && a.height == b.height &&
              a.channels == b.channels && a.batch == b.batch;
  if (!same) return false;
  for_each_sample(a, [&](int x, int y, int c, int i) {
    same = same && std::memcmp(a.at(x, y, c, i), b.at(x, y, c, i), sample_bytes(a.type)) == 0;
  });
  return same;
}

}  // namespace selvage::testing
