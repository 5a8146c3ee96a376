// SPDX-License-Identifier: Apache-2.0
#pragma once
// The inner loops of candidate "fourier_multirate". `numbers` counts a level's cosines and sines,
// or sums of them: a multiple of 8. See axis_mean.hpp for the names. Levels are those of LevelForm.

#include <cstddef>
#include <cstdint>

#include "methods/fourier_range/multirate_shape.hpp"

namespace selvage::cpu {

// The tables that cosines of a level come from (level_tables.hpp).
struct WaveTables {
  int numbers = 0;
  // u8: cosines as integers, and their factors in D^ and N^; [257][numbers].
  const std::int16_t* cosines = nullptr;
  const float *weights = nullptr, *differences = nullptr;
  // u16: WordTables; `weights` and `differences` are its [numbers].
  const float *upper = nullptr, *lower = nullptr;
};

// The weights of an axis in single precision.
struct AxisWeights {
  int radius = 0, step = 1, reach = 0, shift = 0;
  const float* reduce = nullptr;       // [step][3]: a pixel's weight in the cells before, at, after
  const float* interpolate = nullptr;  // [step][4]
  const float* coarse = nullptr;       // [reach + 1]
  float box = 0.0f, parabola = 0.0f;
  float start = 0.0f;  // makes up for the bits that the parabola drops
  bool has_ends = false;
  float ends[end_pairs] = {};  // of the outermost pairs of taps
};

// Integers of [numbers] lanes: a running box, a running parabola and its difference.
struct RunningSums {
  static constexpr int planes = 4;
  std::int32_t* sums = nullptr;  // [planes][count]
  std::ptrdiff_t plane = 0;
};

// A job that adds the pixels of one cell to three cells: before, at and after it. A cell is
// complete once the pixels of the cell after it are added.
struct ReduceLevels {
  const Level* levels = nullptr;  // the cell's first row
  std::ptrdiff_t stride = 0;
  int pixels = 0;
  WaveTables tables = {};
  AxisWeights axis = {};
  float *before = nullptr, *at = nullptr, *after = nullptr;  // [pixels][numbers]
};

// A job that computes means of cells. It may fetch the cells of the next job into the cache.
struct CoarseMeans {
  const float* const* cells = nullptr;  // from the first mean's first tap on
  std::ptrdiff_t count = 0;             // floats of a cell
  std::ptrdiff_t next = 0;              // floats from these cells to those to fetch; 0: none
  AxisWeights axis = {};
  float* means[cells_together] = {};
};

// A job that sums columns for the rows of one cell and moves their running sums on.
struct ExpandColumns {
  const float* means[4] = {};     // of the cells -1..2
  const Level* levels = nullptr;  // the cell's first row
  std::ptrdiff_t stride = 0;
  int pixels = 0, rows = 0;
  WaveTables tables = {};
  AxisWeights axis = {};
  RunningSums running = {};
  std::int32_t* sums = nullptr;  // [pixels][numbers] for each row
  std::ptrdiff_t sums_row = 0;
};

// A job that computes a row of N^ / max(D^, 1) and certificates from sums of columns; of a joint
// filter, of D^ or of a channel's N^ / value_middle.
struct MultirateRow {
  const std::int32_t* sums = nullptr;  // the column of the first cell's first pixel
  int pixels = 0;                      // whole cells
  const Level* centres = nullptr;      // levels
  WaveTables tables = {};
  float constant = 0.0f;                                         // constant term of D^
  float of_weights = 0.0f, of_differences = 0.0f, limit = 0.0f;  // of the certificate
  AxisWeights axis = {};
  float* cells = nullptr;             // room for cells: [(pixels / step + 2 reach + 10)][numbers]
  float* means = nullptr;             // likewise
  const float** cell_rows = nullptr;  // room for so many pointers
  std::int32_t* running = nullptr;    // room for RunningSums of one pixel
  float* parts = nullptr;             // room for [2][row_part][8]
  float* shifts = nullptr;            // N^ / max(D^, 1), or sums of a joint filter
  std::uint8_t* failed = nullptr;     // 1: the certificate exceeds the limit
};

// A job that computes one pixel from all its taps.
struct DirectPixel {
  const Level* levels = nullptr;  // the pixel
  std::ptrdiff_t stride = 0;
  int radius_x = 0, radius_y = 0;
  const float *across = nullptr,
              *down = nullptr;  // weights of the taps -radius..; across is padded
  float exponent_scale = 0.0f;  // a weight is 2^(-exponent_scale d^2) for the difference d
  std::int32_t hole = 0;
};

// A job that computes one pixel of floats from all its taps. Weights are powers of two.
struct DirectSample {
  const float* samples = nullptr;  // the pixel; a hole is far from any other
  std::ptrdiff_t stride = 0;
  int radius_x = 0, radius_y = 0;
  // Exponents of the taps -radius..; `across` is padded by such as make 0.
  const float *across = nullptr, *down = nullptr;
  float range_scale = 0.0f;  // the exponent of a difference d is -range_scale d^2
};
// `across` has a multiple of so many numbers, and so many samples may be read.
inline constexpr int sample_taps = 32;

// A job that computes the means of one pixel of a joint filter from all its taps.
struct JointPixel {
  DirectPixel window = {};   // its levels have the guide
  std::ptrdiff_t plane = 0;  // from the guide's levels to those with the next channel's values
  int values = 1;
  float* means = nullptr;  // [values]: less the middle, in levels
};

struct MultirateLoops {
  void (*reduce)(const ReduceLevels&) = nullptr;
  void (*coarse)(const CoarseMeans&) = nullptr;
  void (*start)(const ExpandColumns&) = nullptr;  // sets the running sums for the first row
  void (*expand)(const ExpandColumns&) = nullptr;
  void (*row)(const MultirateRow&) = nullptr;
  float (*pixel)(const DirectPixel&) = nullptr;    // returns N / D in steps
  float (*sample)(const DirectSample&) = nullptr;  // returns N / D
  void (*joint)(const JointPixel&) = nullptr;
};

}  // namespace selvage::cpu
