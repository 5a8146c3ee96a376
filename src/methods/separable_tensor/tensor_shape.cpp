// SPDX-License-Identifier: Apache-2.0
#include "methods/separable_tensor/tensor_shape.hpp"

#include <algorithm>
#include <limits>

namespace selvage {
namespace {

int pieces(int whole, int piece) {
  return (whole - 1) / piece + 1;
}

}  // namespace

int tensor_columns(int samples) {
  return pieces(pieces(samples, TensorShape::across()), TensorShape::warps);
}

// A group's first blocks are for sums alone, so that tall groups compute less, and low ones wait
// less for the last of them: the rows with which the busiest unit goes through the fewest blocks.
int tensor_rows(const TensorShape& shape, int columns, int height, const GpuFacts& gpu) {
  constexpr int tallest = 64;
  const int units = std::max(gpu.compute_units, 1), blocks = pieces(height, TensorShape::block);
  const std::int64_t at_once = tensor_min_blocks(shape);
  int best = 1;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (int tall = 1; tall <= std::min(tallest, blocks); ++tall) {
    const std::int64_t each = (std::int64_t{columns} * pieces(blocks, tall) + units - 1) / units;
    // Fewer groups than a unit has at once take as long: they wait for memory.
    const std::int64_t work = std::max(each, at_once) * (tall + 2 * shape.steps_y - 1);
    if (work < least) {
      least = work;
      best = tall;
    }
  }
  return TensorShape::block * best;
}

}  // namespace selvage
