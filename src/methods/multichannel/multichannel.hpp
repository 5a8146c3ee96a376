// SPDX-License-Identifier: Apache-2.0
#pragma once
// Weighted means over windows of images with any number of channels, whose weights all channels
// share: the constants that decide the precision of the loops. The proof of the error bound reads
// them, too.

#include <cstddef>
#include <string>

#include "core/checked.hpp"
#include "filters/planes.hpp"
#include "planner/tuning.hpp"

namespace selvage {

// The CPU's loops: squares of this many channels are summed one after another, and two such sums
// are added; Kahan's sum adds the rest, so that the roundings of a distance do not grow with the
// channels.
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

// How a distance is summed over the planes: runs of so many squares (l1: absolute values) one after
// another, then two such runs if they come in pairs, then all of these, by Kahan's sum or a plain
// one.
struct DistanceSums {
  int run = channel_run;
  bool kahan = true;
  bool pairs = true;
};

// The neighbours along a row that an item of the GPU's kernel computes, and the taps of each in a
// row of the window that it visits at a time: a segment.
inline constexpr int item_pixels = 4, item_taps = 8;

// The tuning on GPUs.
struct MultichannelGpuTuning {
  Tile tile = {};
  WorkGroup group = {};
  int launch_height = 1 << 20;  // output rows of one launch
  int run = 8;                  // of a distance (DistanceSums, without pairs)
  int block = 8;                // taps of a summation block: of a segment, or those of a turn
  // Items that share their pixels, the segments whose weights they find in a turn, and the channels
  // that an item adds at once; 1: an item visits all taps and channels, a segment at a time.
  int workers = 1, segments = 1, sums_at_once = 1;
  // Planes of words of four bytes, and of squares, of which distances are made; 0: of floats.
  int word_planes = 0;

  // The rows of pixels of a group.
  int rows() const { return group.height / workers; }
  // The local memory of a group: weights of a turn and where its taps lie, sums of weights.
  std::size_t local_bytes() const {
    if (workers == 1) return 0;
    constexpr std::size_t segment = sizeof(float) * item_pixels * item_taps + sizeof(int);
    constexpr std::size_t worker = sizeof(float) * item_pixels * 2;
    return checked_mul(checked_add(checked_mul(segment, segments), checked_mul(worker, workers)),
                       group.width, rows());
  }

  void each(const auto& visit) const {
    tile.each(visit);
    visit("group_width", group.width);
    visit("group_height", group.height);
    visit("min_blocks", group.min_blocks);
    visit("launch_height", launch_height);
    visit("run", run);
    visit("block", block);
    visit("workers", workers);
    visit("segments", segments);
    visit("sums_at_once", sums_at_once);
    visit("word_planes", word_planes);
  }
  friend bool operator==(const MultichannelGpuTuning&, const MultichannelGpuTuning&) = default;
};

// The planes of floats that GPUs make of image and guide, and the sums of a pixel.
struct ChannelPlanes {
  int before = 0;    // planes that are only compared; without a range one, which marks holes
  int averaged = 1;  // the planes after them
  int compared = 1;  // in one distance
  int sums = 1;      // of values with the same weights

  int count() const { return before + averaged; }
  // The floats of scratch for a pixel: a sum has a second one for what it lost.
  int floats() const { return count() + 2 * sums; }
};

// Rows of planes, and the centres of groups in them, begin at multiples of so many floats, which
// are a line of the first-level cache.
inline constexpr int line_floats = 32;

// Returns the columns of a plane from the first one to the centre of the first window.
constexpr int columns_before(int radius_x) {
  return (radius_x + line_floats - 1) / line_floats * line_floats;
}

// The sides of a plane on a GPU, floats. Its rows are those of all slices that the input holds,
// with the window's columns beside them, and others that only fill vectors and lines; one more row
// is outside the image.
struct PlaneSides {
  std::size_t row = 0, rows = 0;

  std::size_t floats() const { return checked_mul(row, rows); }
};

inline PlaneSides plane_sides(std::size_t width, std::size_t height, std::size_t slices,
                              int radius_x) {
  constexpr int around = line_floats - 1 + item_pixels - 1 + item_taps;
  const std::size_t columns = checked_add(width, columns_before(radius_x), radius_x, around);
  return {.row = checked_mul((columns - 1) / line_floats + 1, line_floats),
          .rows = checked_add(checked_mul(height, slices), 1)};
}

inline ChannelPlanes channel_planes(const PlaneLayout& layout) {
  const bool apart = layout.groups > 1;
  const bool none = layout.distance == PlaneLayout::Distance::none;
  const int compared = none || apart ? 1 : layout.distance_planes;
  return {.before = layout.guided ? layout.groups * compared : 0,
          .averaged = layout.averaged,
          .compared = compared,
          .sums = apart ? 1 : layout.averaged};
}

}  // namespace selvage

namespace selvage::planner {

// Returns why neither platform can serve, or an empty string.
std::string not_multichannel(const Problem& problem);

// Returns whether the sums over the planes of a distance are whole numbers that single precision
// holds, as all sums of bytes are up to 258 channels.
bool distances_are_exact(const PlaneLayout& layout, PixelType distances);

// Returns the roundings of an exponent: the differences (counted twice, since they are squared),
// the sum over planes (likewise for l1), the square, the exponent scale and the sum. Differences of
// integers are exact; a split distance has two differences and their sum.
double exponent_roundings(const PlaneLayout& layout, PixelType distances, const DistanceSums& sums);

}  // namespace selvage::planner
