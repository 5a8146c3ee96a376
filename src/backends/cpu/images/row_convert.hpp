// SPDX-License-Identifier: Apache-2.0
#pragma once
// Converts between contiguous samples and the numbers that filters compute with.

#include <cstddef>

#include "selvage/image.hpp"

namespace selvage::cpu {

template <class Number>
struct RowConvert {
  // Exact, in stored units (0..255 for u8). Returns false if a sample is not finite.
  bool (*load)(const std::byte* from, std::ptrdiff_t samples, Number* to) = nullptr;
  // Stores from[i] * gain + offset, rounded to nearest (ties to even); integers are clamped. Reads
  // up to LineShape::padding numbers more. `stream`: bypasses the caches if possible; the thread
  // must then call end_stream before others may read.
  void (*store)(const Number* from, std::ptrdiff_t samples, Number gain, Number offset,
                std::byte* to, bool stream) = nullptr;
  void (*end_stream)() = nullptr;
  // Returns whether all numbers are finite.
  bool (*finite)(const Number* from, std::ptrdiff_t numbers) = nullptr;
};

// Converts in double precision, in portable C++.
RowConvert<double> plain_convert(PixelType reads, PixelType writes);

}  // namespace selvage::cpu
