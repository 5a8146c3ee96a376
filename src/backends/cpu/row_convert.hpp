// SPDX-License-Identifier: Apache-2.0
#pragma once
// Between samples that lie side by side in memory and the numbers that filters work in.

#include <cstddef>

#include "selvage/image.hpp"

namespace selvage::cpu {

template <class Number>
struct RowConvert {
  // Exact, in stored units (0..255 for u8). False: a sample is not finite.
  bool (*load)(const std::byte* from, std::ptrdiff_t samples, Number* to) = nullptr;
  // from[i] * gain + offset, rounded to nearest (ties to even); integers are clamped. Reads up to
  // LineShape::padding numbers more. `stream`: past the caches, where that is possible; the thread
  // calls end_stream before others may read.
  void (*store)(const Number* from, std::ptrdiff_t samples, Number gain, Number offset,
                std::byte* to, bool stream) = nullptr;
  void (*end_stream)() = nullptr;
  // Whether all numbers are finite.
  bool (*finite)(const Number* from, std::ptrdiff_t numbers) = nullptr;
};

// In double precision, in portable C++.
RowConvert<double> plain_convert(PixelType reads, PixelType writes);

}  // namespace selvage::cpu
