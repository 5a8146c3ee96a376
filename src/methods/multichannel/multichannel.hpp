// SPDX-License-Identifier: Apache-2.0
#pragma once
// Weighted means over windows of images with any number of channels, whose weights all channels
// share: the constants that decide the precision of the loops. The proof of the error bound reads
// them, too.

#include "filters/planes.hpp"

namespace selvage {

// Squares of this many channels are summed one after another, and two such sums are added; Kahan's
// sum adds the rest, so that the roundings of a distance do not grow with the channels.
inline constexpr int channel_run = 4;
inline constexpr int channel_block = 2 * channel_run;

// A row of the window is cut into groups of at most this many taps, of equal length. Half of a
// group is summed after the other in single precision; totals are in double precision.
inline constexpr int tap_group = 16;

// The degree of exp2: bytes need small relative errors less than other types.
constexpr int multichannel_degree(bool fine) {
  return fine ? 5 : 3;
}

// Returns whether weights and distances have the precision that all types but u8 need.
inline bool fine_distances(const PlaneLayout& layout, PixelType distances, PixelType reads) {
  return reads != PixelType::u8 || distances != PixelType::u8 || layout.split;
}

}  // namespace selvage
