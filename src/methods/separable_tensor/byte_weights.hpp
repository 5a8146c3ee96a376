// SPDX-License-Identifier: Apache-2.0
#pragma once
// Means of bytes by products of byte matrices: weights in 16 bits, as the planner proves and the
// backend computes them (methods/separable_tensor/gpu/separable_tensor.cl).
//
// A weight is w / 2^16, and its upper and lower byte are multiplied apart. A row's sum is rounded
// down to 1/256 of a level; made_up is added to it, and half a level, so that the result is
// rounded. With H, h its upper and lower byte then and W, w those of a weight, a column's is, in
// 1/256 of a level and with its second term rounded down,
//   sum W H + sum (W h + w H) / 2^8
// It leaves out sum w h / 2^16; made_up is half of the most that this and both roundings lose. The
// weights of a column add up to 2^16 (65535 where there is one), so that what was added is added to
// the result.

#include <cstdint>
#include <optional>
#include <vector>

#include "filters/linear_step.hpp"

namespace selvage {

struct ByteWeights1d {
  std::vector<std::uint16_t> weights;  // of the step's taps, first to last
  // The most by which errors of weights move a mean of samples between 0 and 1.
  double rounding = 0.0;
};

struct ByteWeights {
  ByteWeights1d row, column;
  double gain = 1.0;  // the sum of all true weights, which is taken for 1
};

// Of a step without luminance and offset whose weights are not negative and add up to 1, or nearly
// so. None: they are not such.
std::optional<ByteWeights> byte_weights(const LinearStep& step);

int made_up(const ByteWeights& weights);

// The most by which a result errs, in levels, apart from its rounding to one.
double byte_weights_error(const ByteWeights& weights);

}  // namespace selvage
