// SPDX-License-Identifier: Apache-2.0
#pragma once
// The inner loops of local linear models of bytes, one set for each instruction set. They read and
// write whole vectors, up to LocalLinearShape::margin numbers beyond a row.

#include <cstddef>
#include <cstdint>

#include "backends/cpu/images/vector_rows.hpp"
#include "methods/local_linear/cpu/fit_job.hpp"
#include "methods/local_linear/local_linear_shape.hpp"

namespace selvage::cpu {

// A row that enters the windows of columns, and the row that leaves them.
struct SlideJob {
  LinearPlanes planes;
  std::ptrdiff_t pixels = 0, stride = 0;
  const std::int16_t *newest = nullptr, *oldest = nullptr;  // [guides + other values][stride]
  std::int32_t* sums = nullptr;                             // [pixel_planes][stride]
};

// The results of a row of pixels, from sums of models.
struct Int32ResultJob {
  LinearPlanes planes;
  std::ptrdiff_t pixels = 0;
  const std::int32_t* models = nullptr;  // [model_planes][stride]
  std::ptrdiff_t stride = 0;
  const std::int16_t* guide = nullptr;  // [guides][guide_stride], less its centre
  std::ptrdiff_t guide_stride = 0;
  float a_scale = 1.0f, b_scale = 1.0f;  // to the mean in stored units
  float* results = nullptr;              // [values][result_stride]
  std::ptrdiff_t result_stride = 0;
};

struct Int32Loops {
  VectorRows vectors = {};
  // to[i] = from[i] - centre, for whole numbers
  void (*subtract)(const float* from, std::ptrdiff_t count, float centre,
                   std::int16_t* to) = nullptr;
  void (*slide)(const SlideJob& job) = nullptr;
  // sums[i] += newest[i] - oldest[i]
  void (*slide_models)(const std::int32_t* newest, const std::int32_t* oldest, std::ptrdiff_t count,
                       std::int32_t* sums) = nullptr;
  void (*row_sums)(const BinarySum& sum, const std::int32_t* row, std::ptrdiff_t count,
                   std::int32_t* room, std::ptrdiff_t stride, std::int32_t* sums) = nullptr;
  void (*fit)(const FitJob<std::int32_t>& job) = nullptr;
  void (*results)(const Int32ResultJob& job) = nullptr;
};

// Returns the functions of a target of simd_targets().
Int32Loops int32_loops(std::int64_t target);

}  // namespace selvage::cpu
