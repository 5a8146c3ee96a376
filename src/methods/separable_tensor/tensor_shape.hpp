// SPDX-License-Identifier: Apache-2.0
#pragma once
// The shape of the GPU kernel of products of byte matrices: the planner counts local memory, the
// backend asks for it. As methods/separable_tensor/gpu/separable_tensor.cl.

#include <cstddef>
#include <cstdint>

#include "filters/linear_step.hpp"
#include "filters/problem.hpp"
#include "planner/device_facts.hpp"

namespace selvage {

struct TensorShape {
  static constexpr int items = 32;  // that multiply together
  static constexpr int block = 16;  // samples and rows of what they compute at a time
  static constexpr int tiles = 2;   // such samples side by side
  static constexpr int warps = 4;   // of a group
  static constexpr int ahead = 2;   // blocks of a warp that are on their way

  // More weights would not fit into registers.
  static constexpr int most_steps_x = 3, most_steps_y = 2;

  int steps_x = 1, steps_y = 1;  // products of which a sum consists: 32 samples, 32 rows each

  TensorShape(const LinearStep& step, int channels)
      : steps_x(steps(step.radius_x * channels)), steps_y(steps(step.radius_y)) {}

  // Samples of a warp.
  static constexpr int across() { return block * tiles; }

  // The places of the window's samples in a row, the blocks on their way, and the one that is
  // shifted; without GpuFacts::byte_products both matrices, too, which the items multiply through
  // local memory.
  std::size_t local_bytes(bool byte_products) const {
    const auto window = static_cast<std::size_t>(32 * steps_x + block * (tiles - 1));
    const std::size_t places = window * sizeof(std::int64_t);
    const std::size_t blocks = block * (ahead * (window + 8) + window);
    const std::size_t matrices = byte_products ? 0 : sizeof(std::uint32_t) * 6 * items;
    return warps * (places + blocks + matrices);
  }

  // The largest reach that so many products have.
  static constexpr int reach(int steps) { return block * steps - block / 2; }

 private:
  static int steps(int reach_of_window) {
    return reach_of_window <= reach(1) ? 1 : (reach_of_window + block / 2 - 1) / block + 1;
  }
};

// Minimum blocks per multiprocessor, by registers: of 65536, groups of 128 items hold weights and
// two or four blocks' sums in them.
inline int tensor_min_blocks(const TensorShape& shape) {
  return shape.steps_x > 2 ? 3 : 4;
}

// Groups side by side that cover `samples` samples of a row.
int tensor_columns(int samples);

// Rows of a group, of which `columns` stand side by side over `height` rows.
int tensor_rows(const TensorShape& shape, int columns, int height, const GpuFacts& gpu);

}  // namespace selvage
