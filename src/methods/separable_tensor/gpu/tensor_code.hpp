// SPDX-License-Identifier: Apache-2.0
#pragma once
// The device code of candidate "separable_tensor": program text, constants, arguments, and weights
// in the order of a warp's items.

#include <cstdint>
#include <vector>

#include "backends/gpu/launches.hpp"
#include "filters/problem.hpp"
#include "methods/separable_tensor/byte_weights.hpp"
#include "methods/separable_tensor/tensor_shape.hpp"

namespace selvage::gpu {

#include "methods/convolution/gpu/linear_arguments.h"

// A step that candidate "separable_tensor" serves.
struct TensorStep {
  LinearStep step;  // separable
  ByteWeights weights;
  int channels = 1;

  // Throws std::logic_error if the weights do not fit the format.
  TensorStep(const Pass& pass, const Problem& problem);

  TensorShape shape() const { return {step, channels}; }
};

// `dense`: the images that are read and written are interleaved.
Code tensor_code(const TensorStep& step, const GpuFacts& gpu, bool dense);

// Returns all arguments except layouts and sizes.
SelvageLinear tensor_arguments(const TensorStep& step);

// Returns the left matrices of all products, those of row sums first. For each step: four words of
// the weights' upper bytes for each of 32 items, then as many of the lower bytes (kernels/mma.h).
std::vector<std::uint32_t> tensor_weights(const TensorStep& step);

}  // namespace selvage::gpu
