// SPDX-License-Identifier: Apache-2.0
#pragma once
// Converts contiguous rows of samples, the common case, to and from planes on vector units.

#include <array>
#include <cstddef>

#include "selvage/image.hpp"

namespace selvage::cpu {

// Functions for each PixelType; null: rows of that type go sample by sample. Both process whole
// vectors and return how many pixels they did; the caller does the rest. They read or compute the
// first `planes` of `channels`; store copies the others.
struct VectorRows {
  static constexpr int most_channels = 4;

  // out[c * plane + i] = scale * from[i * channels + c]
  using Load = int (*)(const std::byte* from, int pixels, int channels, int planes, float scale,
                       float* out, std::ptrdiff_t plane);
  // to[i * channels + c] = centre[i * channels + c] + scale * mean[c * plane + i], rounded to
  // nearest (ties to even); integers are clamped
  using Store = int (*)(const std::byte* centre, std::byte* to, int pixels, int channels,
                        int planes, float scale, const float* mean, std::ptrdiff_t plane);

  std::array<Load, 4> loads = {};
  std::array<Store, 4> stores = {};

  Load load(PixelType type) const { return loads.at(static_cast<std::size_t>(type)); }
  Store store(PixelType type) const { return stores.at(static_cast<std::size_t>(type)); }
};

}  // namespace selvage::cpu
