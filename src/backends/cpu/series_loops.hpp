// SPDX-License-Identifier: Apache-2.0
#pragma once
// The inner loops of candidate "series". Numbers are a level's cosines and sines, or sums of them.

#include <cstddef>
#include <cstdint>

namespace selvage::cpu {

// The weights of a row or a column for neighbouring pixels: pixel b's tap t is item b + t.
struct SeriesTaps {
  static constexpr int beyond = 3;  // items of neighbours that a pixel weighs with 0 on either side

  int radius = 0;
  const float* before = nullptr;  // of tap t at beyond + t, 0 unless 0 <= t < radius
  const float* after =
      nullptr;  // of tap t at beyond + t - radius, 0 unless radius <= t <= 2 radius
};

// SeriesLoops::block rows of the sums of columns.
struct SeriesColumns {
  const std::uint8_t* levels = nullptr;  // of the top tap of the first row
  std::ptrdiff_t stride = 0;             // levels from row to row
  int pixels = 0;
  const float* table = nullptr;  // [256][numbers]
  int numbers = 0;               // a multiple of 8
  SeriesTaps taps = {};
  float* sums = nullptr;        // [pixels][numbers] of each row
  std::ptrdiff_t sums_row = 0;  // floats from row to row
};

// The results of a row, less the centres: N^ / max(D^, 1) (core/series_fit.hpp).
struct SeriesRow {
  const float* sums = nullptr;            // of the leftmost tap's column
  const std::uint8_t* centres = nullptr;  // levels; up to `beyond` more are read
  int pixels = 0;
  const float *weights = nullptr, *differences = nullptr;  // of D^ and N^: [256][numbers]
  float constant = 0.0f;                                   // of D^
  int numbers = 0;
  SeriesTaps taps = {};
  float* means = nullptr;  // up to `beyond` more are written
};

struct SeriesLoops {
  int block = 1;  // rows that `columns` computes, at most 1 + SeriesTaps::beyond
  void (*columns)(const SeriesColumns&) = nullptr;
  void (*row)(const SeriesRow&) = nullptr;
};

}  // namespace selvage::cpu
