// SPDX-License-Identifier: Apache-2.0
#pragma once
// The buffers of one CPU worker of candidate "fourier_range". The planner counts them and the
// backend allocates them.

#include <cstddef>
#include <cstdint>

#include "core/checked.hpp"
#include "filters/planes.hpp"
#include "filters/problem.hpp"
#include "planner/tuning.hpp"

namespace selvage {

struct FourierShape {
  static constexpr int block = 4;  // the most neighbouring rows, or pixels, computed together

  int radius_x = 0, radius_y = 0;
  int groups = 1, planes = 1;
  int numbers = 0;            // cosines and sines per level
  std::ptrdiff_t pixels = 0;  // per loaded row
  int rows = 0;               // loaded rows

  FourierShape(const PlaneLayout& layout, const Tile& tile, const WindowMean& step, int terms)
      : radius_x(step.radius_x),
        radius_y(step.radius_y),
        groups(layout.groups),
        planes(layout.planes()),
        numbers(2 * terms),
        pixels((tile.width + 2 * std::ptrdiff_t{radius_x} + 2 * std::ptrdiff_t{block} + 63) / 64 *
               64),
        rows(tile.height + 2 * radius_y + block) {}

  std::size_t levels() const { return checked_mul(groups, rows, pixels); }
  std::size_t floats() const { return checked_mul(planes, pixels); }
  std::size_t sums() const { return checked_mul(block, pixels, numbers); }
  std::size_t means() const { return checked_mul(block, planes, pixels); }

  std::size_t bytes() const {
    return checked_add(checked_mul(sizeof(Level), levels()),
                       checked_mul(sizeof(float), checked_add(floats(), sums(), means())),
                       2 * static_cast<std::size_t>(pixels));
  }
};

}  // namespace selvage
