// SPDX-License-Identifier: Apache-2.0
#pragma once
// The inner loops of candidate "fourier_range". `numbers` counts a level's cosines and sines, or
// sums of them.

#include <cstddef>
#include <cstdint>

#include "methods/fourier_range/level_form.hpp"

namespace selvage::cpu {

// The weights of a row or a column for neighbouring pixels: pixel b's tap t is item b + t.
struct FourierTaps {
  static constexpr int beyond = 3;  // items of neighbours on either side, which have weight 0

  int radius = 0;
  const float* before = nullptr;  // tap t is at beyond + t; 0 unless 0 <= t < radius
  const float* after =
      nullptr;  // tap t is at beyond + t - radius; 0 unless radius <= t <= 2 radius
};

// A job that sums columns for FourierLoops::block rows.
struct FourierColumns {
  const Level* levels = nullptr;  // the first row's top tap
  std::ptrdiff_t stride = 0;      // levels from row to row
  int pixels = 0;
  const float* table = nullptr;  // [257][numbers]
  int numbers = 0;               // a multiple of 8
  FourierTaps taps = {};
  float* sums = nullptr;        // [pixels][numbers] for each row
  std::ptrdiff_t sums_row = 0;  // floats from row to row
};

// A job that computes the results of a row, less the centres: N^ / max(D^, 1)
// (methods/fourier_range/fit.hpp).
struct FourierRow {
  const float* sums = nullptr;     // the leftmost tap's column
  const Level* centres = nullptr;  // levels; up to `beyond` more are read
  int pixels = 0;
  const float *weights = nullptr, *differences = nullptr;  // factors in D^ and N^: [257][numbers]
  float constant = 0.0f;                                   // constant term of D^
  int numbers = 0;
  FourierTaps taps = {};
  float* means = nullptr;  // up to `beyond` more are written
};

struct FourierLoops {
  int block = 1;  // rows that `columns` computes, at most 1 + FourierTaps::beyond
  void (*columns)(const FourierColumns&) = nullptr;
  void (*row)(const FourierRow&) = nullptr;
};

}  // namespace selvage::cpu
