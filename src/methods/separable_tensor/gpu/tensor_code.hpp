// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a pass of candidate "separable_tensor" becomes on a device: program text, constants,
// arguments, and weights as the items of a warp hold them.

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

  // Throws std::logic_error where the weights are no such.
  TensorStep(const Pass& pass, const Problem& problem);

  TensorShape shape() const { return {step, channels}; }
};

// `dense`: samples of a row lie side by side in the images that are read and written.
Code tensor_code(const TensorStep& step, const GpuFacts& gpu, bool dense);

// All arguments but layouts and sizes.
SelvageLinear tensor_arguments(const TensorStep& step);

// The left matrices of all products, row sums' first: for each step four words of the weights'
// upper bytes for each of 32 items, then as many of their lower ones (kernels/mma.h).
std::vector<std::uint32_t> tensor_weights(const TensorStep& step);

}  // namespace selvage::gpu
