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

// The window of a pixel that is computed from all its taps. Items are levels, or samples of floats.
template <class Item>
struct RepairWindow {
  const Item* pixel = nullptr;
  std::ptrdiff_t stride = 0;
  int radius_x = 0, radius_y = 0;
  // A tap weighs 2^(range_scale (across - d^2)) down for the difference d. Taps are -radius..;
  // `across` is padded by taps without weight.
  const float *across = nullptr, *down = nullptr;
  float range_scale = 0.0f;
  bool holes = false;  // a level may be `hole`; a sample that is one is far from any other
  Level hole = 0;
};

// A job that computes a pixel, or `together` neighbours of a row (MultirateLoops), from all their
// taps. The result of a pixel is the same, to the bit.
template <class Item>
struct Repair {
  RepairWindow<Item> window = {};  // of the first
  bool together = false;
  float* shifts = nullptr;  // N / D, in items
};
// Of a joint filter, whose levels have the guide.
struct JointRepair {
  RepairWindow<Level> window = {};
  bool together = false;
  std::ptrdiff_t plane = 0;  // from the guide's levels to those with the next channel's values
  int values = 1;
  float* means = nullptr;  // [values][most_together]: less the middle, in levels
};
inline constexpr int most_together = 16;

struct MultirateLoops {
  void (*reduce)(const ReduceLevels&) = nullptr;
  void (*coarse)(const CoarseMeans&) = nullptr;
  void (*start)(const ExpandColumns&) = nullptr;  // sets the running sums for the first row
  void (*expand)(const ExpandColumns&) = nullptr;
  void (*row)(const MultirateRow&) = nullptr;
  int together = 1;  // pixels of a Repair, at most most_together
  void (*repair_levels)(const Repair<Level>&) = nullptr;
  void (*repair_samples)(const Repair<float>&) = nullptr;
  void (*repair_joint)(const JointRepair&) = nullptr;
};

}  // namespace selvage::cpu
