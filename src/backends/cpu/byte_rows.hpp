// SPDX-License-Identifier: Apache-2.0
#pragma once
// The commonest rows, u8 with channels side by side, between memory and planes on vector units.

#include <cstddef>
#include <cstdint>

namespace selvage::cpu {

// Both functions do whole vectors and return how many pixels they did; the rest is the caller's.
// Of `channels` (1, 3 or 4) the first `planes` are read, or computed; store copies the others.
struct ByteRows {
  // out[c * plane + i] = scale * from[i * channels + c]
  int (*load)(const std::uint8_t* from, int pixels, int channels, int planes, float scale,
              float* out, std::ptrdiff_t plane) = nullptr;
  // to[i * channels + c] = centre[i * channels + c] + scale * mean[c * plane + i], rounded to
  // nearest (ties to even) and clamped
  int (*store)(const std::uint8_t* centre, std::uint8_t* to, int pixels, int channels, int planes,
               float scale, const float* mean, std::ptrdiff_t plane) = nullptr;
};

}  // namespace selvage::cpu
