// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the estimate knows of one tile.

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "selvage/noise.hpp"

namespace selvage {

inline constexpr int most_of_tile = 16;  // pixels along a side

// A tile's samples in the planes that a norm compares, in the samples' unit.
struct TilePlanes {
  static constexpr std::size_t most_pixels = std::size_t{most_of_tile} * most_of_tile;

  int width = 0, height = 0;                       // pixels
  int planes = 0;                                  //
  std::array<double, most_pixels> sample[4] = {};  // [plane][y * width + x]
  std::array<bool, most_pixels> clipped[4] = {};   // the sample is 0 or the full scale
  std::array<bool, most_pixels> valid = {};        // by pixel
};

// Reads the pixels of `rect`, at most 16x16, of the first image of a view and of its mask.
TilePlanes read_tile(const ConstImageView& image, Rect rect, const NoiseOptions& options);

// Returns the root mean square of the tile's differences in one plane, in standard deviations of
// white noise. Nothing if more than half of the differences do not count.
std::optional<double> difference_of(const TilePlanes& tile, int plane);

// Returns the variance of the tile's valid samples in one plane. Nothing if fewer than half of the
// pixels are valid.
std::optional<double> variance_of(const TilePlanes& tile, int plane);

}  // namespace selvage
