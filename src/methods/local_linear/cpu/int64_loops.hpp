// SPDX-License-Identifier: Apache-2.0
#pragma once
// The inner loops of local linear models in 64-bit fixed point, one set for each instruction set.
// They read and write whole vectors, up to LocalLinearShape::margin numbers beyond a row.

#include <cstddef>
#include <cstdint>

#include "backends/cpu/images/vector_rows.hpp"
#include "methods/local_linear/int64_shape.hpp"

namespace selvage::cpu {

// Memory that the next step reads or writes.
struct Ahead {
  const std::byte* data = nullptr;
  std::ptrdiff_t bytes = 0;
};

// One step down a tile: a row of pixels enters the windows of columns and one leaves; then a row of
// models does; then a row of results is complete.
struct Int64RowJob {
  LinearPlanes planes;
  int window = 1;
  std::ptrdiff_t pixels = 0, fitted = 0, results = 0;  // columns; fitted, results: 0 for none
  double guide_scale = 1.0, scaled_centre = 0.0;       // Int64Scale
  // 1.5 * 2^52 units: a sum with it has units as its last bit. Of the guide's products, scaled; of
  // values and their products with the guide, whose unit has the scale of values.
  double guide_magic = 0.0, value_magic = 0.0;
  // Rows of samples: [guides + other values][stride]
  const float *newest = nullptr, *oldest = nullptr;
  std::ptrdiff_t stride = 0;
  std::int64_t* columns = nullptr;  // [pixel_planes][stride]: sums of columns 0..i; 0 before a row
  // What a fit needs (FitJob).
  double reciprocal = 1.0;  // of the pixels of a window, times their unit
  double epsilon = 0.0, guide_centre = 0.0, value_centre = 0.0;
  double a_scale = 1.0, b_scale = 1.0;  // the reciprocals of units
  double model_magic = 0.0;             // of models in their units
  // Rows of models: [model_planes][model_stride], in units, and a constant that differences lose
  std::int64_t* newest_models = nullptr;
  const std::int64_t* oldest_models = nullptr;
  std::ptrdiff_t model_stride = 0;
  std::int64_t* model_columns = nullptr;  // [model_planes][model_stride], as `columns`
  // Results in stored units.
  const float* guide = nullptr;                 // [guides][stride]: of the row's pixels
  double a_factor = 1.0, b_factor = 1.0;        // of a sum of models: to a mean of scaled samples
  double own_factor = 1.0, value_factor = 1.0;  // from scaled samples to stored units
  float* out = nullptr;                         // [values][out_stride]
  std::ptrdiff_t out_stride = 0;
  Ahead ahead[3] = {};  // is fetched into the caches meanwhile
};

// Where samples lie within limits (Int64Scale).
struct RangeJob {
  int guides = 0, values = 0;
  std::ptrdiff_t pixels = 0, stride = 0;
  const float *guide = nullptr, *value = nullptr;  // [guides][stride], [values][stride]
  float least_guide = 0.0f, most_guide = 0.0f, most_value = 0.0f, least_value = 0.0f;
  std::int32_t row = 0;  // its number, which pixels get:
  // beyond a limit; at least least_value; not 0. Each for the pixels of a row.
  std::int32_t *beyond = nullptr, *strong = nullptr, *some = nullptr;
};

struct Int64Loops {
  VectorRows vectors = {};
  void (*row)(const Int64RowJob& job) = nullptr;
  // Returns whether a pixel of the row is beyond a limit.
  bool (*check)(const RangeJob& job) = nullptr;
};

// Returns the functions of a target of simd_targets().
Int64Loops int64_loops(std::int64_t target);

}  // namespace selvage::cpu
