// SPDX-License-Identifier: Apache-2.0
#pragma once
// Means of bytes by products of byte matrices, with weights in 16 bits. The planner proves the
// error of this format, the kernel computes it (methods/separable_tensor/gpu/separable_tensor.cl).
//
// A weight is w / 2^16. Its upper and lower byte are multiplied separately. A row's sum is rounded
// down to 1/256 of a level. Then made_up and half a level are added, so that the result is rounded.
// With H, h the upper and lower byte of that sum and W, w those of a weight, a column's sum is, in
// 1/256 of a level and with its second term rounded down,
//   sum W H + sum (W h + w H) / 2^8
// It leaves out sum w h / 2^16; made_up is half of the most that this and both roundings lose. The
// weights of a column sum to 2^16 (65535 for a single one), so that the result contains what was
// added.

#include <cstdint>
#include <optional>
#include <vector>

#include "filters/linear_step.hpp"

namespace selvage {

struct ByteWeights1d {
  std::vector<std::uint16_t> weights;  // of the step's taps, first to last
  // The most by which errors of weights change a mean of samples between 0 and 1.
  double rounding = 0.0;
};

struct ByteWeights {
  ByteWeights1d row, column;
  double gain = 1.0;  // the sum of all true weights, which the method takes as 1
};

// Returns the weights of a step without luminance and offset whose weights are non-negative and sum
// to 1, or nearly so; otherwise nothing.
std::optional<ByteWeights> byte_weights(const LinearStep& step);

int made_up(const ByteWeights& weights);

// Returns the largest error of a result, in levels, apart from its rounding to one.
double byte_weights_error(const ByteWeights& weights);

}  // namespace selvage
