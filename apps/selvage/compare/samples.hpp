// SPDX-License-Identifier: Apache-2.0
#pragma once
// Samples of any type as numbers.

#include <cstring>
#include <stdexcept>

#include "selvage/image.hpp"

namespace selvage::cli {

template <class Sample>
double stored_sample(const std::byte* at) {
  Sample sample;
  std::memcpy(&sample, at, sizeof sample);
  return static_cast<double>(sample);
}

// Reads a stored value, which is not yet in the samples' unit (full_scale). Convert f16 to f32
// first, which is lossless.
using SampleReader = double (*)(const std::byte*);

inline SampleReader sample_reader(PixelType type) {
  switch (type) {
    case PixelType::u8: return stored_sample<std::uint8_t>;
    case PixelType::u16: return stored_sample<std::uint16_t>;
    case PixelType::f32: return stored_sample<float>;
    case PixelType::f16: break;
  }
  throw std::logic_error("f16 samples are compared as f32");
}

}  // namespace selvage::cli
