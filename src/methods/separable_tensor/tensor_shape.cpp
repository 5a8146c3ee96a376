// SPDX-License-Identifier: Apache-2.0
#include "methods/separable_tensor/tensor_shape.hpp"

#include <algorithm>
#include <limits>

namespace selvage {
namespace {

int quotient_up(int whole, int part) {
  return (whole - 1) / part + 1;
}

}  // namespace

int tensor_columns(int samples) {
  return quotient_up(quotient_up(samples, TensorShape::across()), TensorShape::warps);
}

// Minimises the blocks that the busiest multiprocessor processes. Tall groups compute less, since
// their first blocks only fill sums; short ones spread better over the multiprocessors.
int tensor_rows(const TensorShape& shape, int columns, int height, int compute_units) {
  constexpr int tallest = 64;
  const int units = std::max(compute_units, 1), blocks = quotient_up(height, TensorShape::block);
  const std::int64_t at_once = tensor_min_blocks(shape);
  int best = 1;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (int tall = 1; tall <= std::min(tallest, blocks); ++tall) {
    const std::int64_t each =
        (std::int64_t{columns} * quotient_up(blocks, tall) + units - 1) / units;
    // A multiprocessor with fewer groups than it can hold takes as long: groups wait for memory.
    const std::int64_t work = std::max(each, at_once) * (tall + 2 * shape.steps_y - 1);
    if (work < least) {
      least = work;
      best = tall;
    }
  }
  return TensorShape::block * best;
}

}  // namespace selvage
