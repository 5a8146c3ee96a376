// SPDX-License-Identifier: Apache-2.0
#pragma once
// Neighbouring rows of f32 results that the CPU computes at once, so that a loaded vector serves
// several rows, and stores at once, without a row of results in between.

#include <cstddef>

namespace selvage {

struct RowGroup {
  static constexpr int rows = 4;
  static constexpr int most_channels = 4;
  static constexpr int largest_radius = 2;  // of the windows that are computed in groups
  static constexpr int largest_taps = rows + 2 * largest_radius;  // rows of samples
  static constexpr int least = 16;   // numbers of a row; those of the widest vector
  static constexpr int chunk = 128;  // numbers of a row whose column sums are kept
  static constexpr int chunk_room = chunk + 64;
  // Numbers of the pixels at an edge: `least` results, in whole pixels, and their taps.
  static constexpr int edge_room = 64;
  // Numbers of the buffers of one thread: column sums, copies of samples at an edge, results there.
  static constexpr std::size_t sums = std::size_t{rows} * chunk_room;
  static constexpr std::size_t copies = std::size_t{largest_taps} * edge_room;
  static constexpr std::size_t results = std::size_t{rows} * edge_room;
  static constexpr std::size_t buffers = sums + copies + results;

  const float* const* from = nullptr;  // [rows + window rows - 1]: the leftmost taps
  float* const* to = nullptr;          // [rows]
  std::ptrdiff_t numbers = 0;          // of a row, `least` or more
  int channels = 1;
  float gain = 1.0f, offset = 0.0f;  // a result is its sum * gain + offset
  bool stream = false;               // see RowConvert
};

}  // namespace selvage
