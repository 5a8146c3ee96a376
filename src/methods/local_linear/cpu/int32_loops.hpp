// SPDX-License-Identifier: Apache-2.0
#pragma once
// The inner loops of local linear models of bytes, one set for each instruction set. They read and
// write whole vectors, up to LocalLinearShape::margin numbers beyond a row.

#include <cstddef>
#include <cstdint>

#include "backends/cpu/images/vector_rows.hpp"
#include "methods/local_linear/local_linear_shape.hpp"

namespace selvage::cpu {

// One step down a tile: a row of pixels enters the windows of columns and one leaves; then a row of
// models does; then a row of results is complete.
struct Int32RowJob {
  LinearPlanes planes;
  int window = 1;
  std::ptrdiff_t pixels = 0, fitted = 0, results = 0;       // columns; fitted, results: 0 for none
  const std::int16_t *newest = nullptr, *oldest = nullptr;  // [guides + other values][stride]
  std::ptrdiff_t stride = 0;
  std::int32_t* columns = nullptr;  // [pixel_planes][stride]: sums of columns 0..i; 0 before a row
  // What a fit needs (FitJob).
  double reciprocal = 1.0;  // of the pixels of a window
  double epsilon = 0.0, guide_centre = 0.0, value_centre = 0.0;
  double a_scale = 1.0, b_scale = 1.0;
  // [model_planes][model_stride]: rows of models, and sums of their columns, as `columns`
  std::int32_t* newest_models = nullptr;
  const std::int32_t* oldest_models = nullptr;
  std::int32_t* model_columns = nullptr;
  std::ptrdiff_t model_stride = 0;
  const std::int16_t* guide = nullptr;     // [guides][stride]: of the results' pixels
  float a_factor = 1.0f, b_factor = 1.0f;  // to the mean in stored units
  float* out = nullptr;                    // [values][out_stride]
  std::ptrdiff_t out_stride = 0;
};

struct Int32Loops {
  VectorRows vectors = {};
  // to[i] = from[i] - centre, for whole numbers
  void (*subtract)(const float* from, std::ptrdiff_t count, float centre,
                   std::int16_t* to) = nullptr;
  void (*row)(const Int32RowJob& job) = nullptr;
};

// Returns the functions of a target of simd_targets().
Int32Loops int32_loops(std::int64_t target);

}  // namespace selvage::cpu
