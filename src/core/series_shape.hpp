// SPDX-License-Identifier: Apache-2.0
#pragma once
// The buffers of one CPU worker of candidate "series": the planner counts them, the backend
// allocates them.

#include <cstddef>
#include <cstdint>

#include "core/checked.hpp"
#include "core/planes.hpp"
#include "core/problem.hpp"

namespace selvage {

struct SeriesShape {
  static constexpr int block =
      4;  // neighbouring rows, or pixels, that are computed together, at most

  int radius_x = 0, radius_y = 0;
  int groups = 1, planes = 1;
  int numbers = 0;            // cosines and sines of a level
  std::ptrdiff_t pixels = 0;  // of a loaded row
  int rows = 0;               // loaded

  SeriesShape(const PlaneLayout& layout, const Tuning& tuning, const WindowMean& step, int terms)
      : radius_x(step.radius_x),
        radius_y(step.radius_y),
        groups(layout.groups),
        planes(layout.planes()),
        numbers(2 * terms),
        pixels((tuning.tile_width + 2 * std::ptrdiff_t{radius_x} + 2 * std::ptrdiff_t{block} + 63) /
               64 * 64),
        rows(tuning.tile_height + 2 * radius_y + block) {}

  std::size_t levels() const { return checked_mul(groups, rows, pixels); }
  std::size_t floats() const { return checked_mul(planes, pixels); }
  std::size_t sums() const { return checked_mul(block, pixels, numbers); }
  std::size_t means() const { return checked_mul(block, planes, pixels); }

  std::size_t bytes() const {
    return checked_add(levels(), checked_mul(sizeof(float), checked_add(floats(), sums(), means())),
                       static_cast<std::size_t>(pixels));
  }
};

}  // namespace selvage
