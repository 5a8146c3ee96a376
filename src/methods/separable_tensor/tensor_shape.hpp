// SPDX-License-Identifier: Apache-2.0
#pragma once
// Separable means of bytes as matrix products on tensor cores [liu2022]: a block of the image is
// multiplied with band matrices of weights, 32 products for each 16 taps. Here is the shape of the
// kernel (gpu/separable_tensor.cl); the planner counts its local memory, the kernel asks for it.

#include <cstddef>
#include <cstdint>

#include "filters/linear_step.hpp"
#include "filters/problem.hpp"
#include "planner/device_facts.hpp"

namespace selvage {

struct TensorShape {
  static constexpr int items = 32;  // work-items of a warp
  static constexpr int block = 16;  // samples and rows of a block
  static constexpr int tiles = 2;   // neighbouring blocks of a warp
  static constexpr int warps = 4;   // per group
  static constexpr int ahead = 2;   // blocks that a warp loads in advance

  // More weights do not fit into registers.
  static constexpr int most_steps_x = 3, most_steps_y = 2;

  int steps_x = 1, steps_y = 1;  // products per sum, each over 32 samples or 32 rows

  TensorShape(const LinearStep& step, int channels)
      : steps_x(steps(step.radius_x * channels)), steps_y(steps(step.radius_y)) {}

  // Samples per warp and row.
  static constexpr int across() { return block * tiles; }

  // The bytes of the positions of the window's samples, of the blocks in flight, and of the one
  // that is shifted. Without GpuFacts::byte_products also of both matrices, which work-items then
  // multiply through local memory.
  std::size_t local_bytes(bool byte_products) const {
    const auto window = static_cast<std::size_t>(32 * steps_x + block * (tiles - 1));
    const std::size_t places = window * sizeof(std::int64_t);
    const std::size_t blocks = block * (ahead * (window + 8) + window);
    const std::size_t matrices = byte_products ? 0 : sizeof(std::uint32_t) * 6 * items;
    return warps * (places + blocks + matrices);
  }

  // The largest reach of so many products.
  static constexpr int reach(int steps) { return block * steps - block / 2; }

 private:
  static int steps(int reach_of_window) {
    return reach_of_window <= reach(1) ? 1 : (reach_of_window + block / 2 - 1) / block + 1;
  }
};

// Returns the minimum blocks per multiprocessor: groups of 128 items share 65536 registers, which
// hold weights and the sums of two or four blocks.
inline int tensor_min_blocks(const TensorShape& shape) {
  return shape.steps_x > 2 ? 3 : 4;
}

// Returns the number of groups that cover `samples` samples of a row.
int tensor_columns(int samples);

// Returns the rows of a group, with `columns` groups across and `height` rows to compute.
int tensor_rows(const TensorShape& shape, int columns, int height, int compute_units);

}  // namespace selvage
