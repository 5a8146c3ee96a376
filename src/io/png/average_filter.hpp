// SPDX-License-Identifier: Apache-2.0
#pragma once
// The average filter of PNG.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "io/codec/codec.hpp"

namespace selvage {

// Subtracts from each byte the mean of the same bytes of the pixels to the left and above, which
// are 0 outside the image. 16-bit samples are first converted to big-endian.
class AverageFilter {
 public:
  explicit AverageFilter(const OutputShape& shape)
      : wide_(shape.type == PixelType::u16),
        pixel_(static_cast<std::size_t>(shape.channels) * sample_bytes(shape.type)),
        count_(static_cast<std::size_t>(shape.width) * pixel_),
        above_(pixel_ + count_),
        row_(pixel_ + count_),
        filtered_(1 + count_) {
    constexpr std::uint8_t average = 3;  // its number in PNG
    filtered_.front() = average;
  }

  // Filters the next row, from top to bottom. The result begins with the number of the filter, and
  // stays valid until the next call.
  std::span<const std::byte> operator()(const std::byte* row) {
    std::swap(above_, row_);
    keep(row);
    const std::uint8_t* const left = row_.data();
    const std::uint8_t* const here = left + pixel_;
    const std::uint8_t* const above = above_.data() + pixel_;
    std::uint8_t* const out = filtered_.data() + 1;
    const std::size_t count = count_;  // a copy: `out` might alias count_, which prevents SIMD
    for (std::size_t i = 0; i < count; ++i)
      out[i] = static_cast<std::uint8_t>(here[i] - (left[i] + above[i]) / 2u);
    return std::as_bytes(std::span(filtered_));
  }

 private:
  void keep(const std::byte* row) {
    std::memcpy(row_.data() + pixel_, row, count_);
    if (!wide_ || std::endian::native == std::endian::big) return;
    std::uint8_t* const bytes = row_.data() + pixel_;
    const std::size_t count = count_;
    for (std::size_t i = 0; i < count; i += 2) std::swap(bytes[i], bytes[i + 1]);
  }

  bool wide_;
  std::size_t pixel_, count_;              // bytes per pixel and per row
  std::vector<std::uint8_t> above_, row_;  // after a pixel of zeros
  std::vector<std::uint8_t> filtered_;     // after the number of the filter
};

}  // namespace selvage
