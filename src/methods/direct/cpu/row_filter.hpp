// SPDX-License-Identifier: Apache-2.0
#pragma once
// The interface of an inner loop, which computes the taps of one row of pixels.

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <type_traits>

namespace selvage::cpu {

// The type of means for tiles of Sample (float, double, 16-bit integers or bytes).
template <class Sample>
using MeanOf = std::conditional_t<std::is_integral_v<Sample>, float, Sample>;

// The memory that a filter with carries() keeps from row to row (methods/direct/pair_shape.hpp).
struct PairMemory {
  float* weights = nullptr;
  std::ptrdiff_t weight_stride = 0;
  float* groups = nullptr;     // sums of some rows of the window
  double* totals = nullptr;    // sums of the previous groups
  std::ptrdiff_t numbers = 0;  // size of each; sums are totals_plane apart
};

// The planes of a group are one plane stride apart, distance planes first, then value planes.
// `centre` and `rows` point at the job's first pixel in the first plane. Buffers may be read
// `radius` pixels to the left, and `radius` and a block to the right.
template <class Sample>
struct RowJob {
  int pixels = 0;
  const Sample* centre = nullptr;
  std::ptrdiff_t centre_plane = 0;      // Samples from plane to plane
  const Sample* const* rows = nullptr;  // the window's rows dy_first..dy_last
  std::ptrdiff_t rows_plane = 0;        // Samples from plane to plane
  int dy_first = 0, dy_last = 0;        // with a third axis: dz (2 radius_y + 1) + dy
  int row = 0, rows_below = 0;          // rows of the tile before this one and after it
  double* totals = nullptr;             // [1 + sums]: weights, then weight x (value - centre)
  std::ptrdiff_t totals_plane = 0;      // doubles from sum to sum
  MeanOf<Sample>* mean_offset =
      nullptr;                    // [sums]: the weighted mean, less the centre; planes' unit
  std::ptrdiff_t mean_plane = 0;  // elements from sum to sum
  PairMemory pairs = {};
  // Loops that certify pixels add how many they computed again.
  std::int64_t* recomputed = nullptr;
  // The range scale of each pixel, for loops by_lane; null: the loop's own. No tap is a hole then.
  const MeanOf<Sample>* scales = nullptr;
};

// Filters one group of planes with one set of weights.
template <class Sample>
class RowFilter {
 public:
  virtual ~RowFilter() = default;

  // Returns the pixels computed at a time. Row buffers are padded to a multiple of it.
  virtual int block() const = 0;
  // Returns whether it must receive all rows of a tile in order, and keeps sums from row to row.
  virtual bool carries() const { return false; }
  // Returns whether it certifies each pixel.
  virtual bool certifies() const { return false; }
  // Computes the mean offsets from all rows of the window at once. Totals are scratch.
  virtual void filter(const RowJob<Sample>& job) const = 0;

  // Adds the taps of the job's rows to its totals (tuning.stream_rows).
  virtual void accumulate(const RowJob<Sample>&) const { throw needs_tile(); }
  // Computes the mean offsets from complete totals.
  virtual void finish(const RowJob<Sample>&) const { throw needs_tile(); }

 private:
  static std::logic_error needs_tile() {
    return std::logic_error("this inner loop requires whole tiles");
  }
};

}  // namespace selvage::cpu
