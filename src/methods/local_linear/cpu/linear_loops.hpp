// SPDX-License-Identifier: Apache-2.0
#pragma once
// The inner loops of local linear models, one set for each instruction set. They read and write
// whole vectors: up to LocalLinearShape::margin numbers beyond a row.

#include <cstddef>
#include <cstdint>

#include "backends/cpu/images/vector_rows.hpp"
#include "methods/local_linear/cpu/fit_job.hpp"
#include "methods/local_linear/local_linear_shape.hpp"

namespace selvage::cpu {

// The rows that a sum over columns remembers, as slots of `numbers` doubles.
struct ColumnSumJob {
  static constexpr int most_levels = 10;  // windows up to 1025

  int levels = 0;
  std::ptrdiff_t numbers = 0;
  const double* row = nullptr;      // the newest
  double* older[most_levels] = {};  // the sum of 2^level rows that ended 2^level rows ago; `row`
                                    // and its sums take its place
  const double* parts[most_levels] = {};  // of the sum; null: none. The first one is `row`
  double* last = nullptr;                 // the largest part, whose place the newest takes
  double* sums = nullptr;
};

// The results of a row of pixels, from sums of models.
struct ResultJob {
  LinearPlanes planes;
  std::ptrdiff_t pixels = 0;
  const double* models = nullptr;  // [model_planes][stride]
  std::ptrdiff_t stride = 0;
  const double* guide = nullptr;  // [guides][guide_stride], from its centre
  std::ptrdiff_t guide_stride = 0;
  double reciprocal = 1.0;   // of the models of a sum, if none is left out
  float* results = nullptr;  // [values][result_stride], in stored units
  std::ptrdiff_t result_stride = 0;
};

// A row of a grid, at pixels between its columns, of which each has at least one pixel.
struct SpreadJob {
  int planes = 0;
  std::ptrdiff_t pixels = 0;
  const double* from = nullptr;  // [planes][stride]
  std::ptrdiff_t stride = 0;
  const std::int32_t* columns = nullptr;          // the column before each pixel
  const double *here = nullptr, *next = nullptr;  // the shares of that column and the one behind it
  double* to = nullptr;                           // [planes][to_stride]
  std::ptrdiff_t to_stride = 0;
};

struct LinearLoops {
  VectorRows vectors = {};
  // to[i] = from[i] - centre
  void (*subtract)(const float* from, std::ptrdiff_t count, double centre, double* to) = nullptr;
  // Fills the planes of products from those of the guide and the values.
  void (*products)(const LinearPlanes& planes, std::ptrdiff_t pixels, double* row,
                   std::ptrdiff_t stride) = nullptr;
  // sums[i] = row[i] + ... + row[i + sum.count - 1]. `room`: two rows.
  void (*row_sums)(const BinarySum& sum, const double* row, std::ptrdiff_t count, double* room,
                   std::ptrdiff_t stride, double* sums) = nullptr;
  void (*column_sums)(const ColumnSumJob& job) = nullptr;
  void (*fit)(const FitJob<double>& job) = nullptr;
  void (*results)(const ResultJob& job) = nullptr;
  // to[i] = share of above[i] + the other of below[i]
  void (*blend)(double share, const double* above, double other, const double* below,
                std::ptrdiff_t count, double* to) = nullptr;
  void (*spread)(const SpreadJob& job) = nullptr;
  // Rounds planes of floats to interleaved samples; other channels keep those of `from`. Returns
  // how many pixels it stored. For each PixelType; null: none.
  using Store = int (*)(const std::byte* from, std::byte* to, int pixels, int channels, int planes,
                        const float* results, std::ptrdiff_t stride);
  Store stores[4] = {};
};

// Returns the functions of a target of simd_targets().
LinearLoops linear_loops(std::int64_t target);

}  // namespace selvage::cpu
