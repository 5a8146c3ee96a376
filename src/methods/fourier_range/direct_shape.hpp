// SPDX-License-Identifier: Apache-2.0
#pragma once
// What one worker needs to compute pixels of floats directly. The planner counts it and the backend
// allocates it.

#include <cstddef>
#include <cstdint>

#include "core/checked.hpp"
#include "filters/window_mean.hpp"
#include "methods/direct/cpu_work.hpp"
#include "methods/direct/tuning.hpp"
#include "planner/tuning.hpp"

namespace selvage {

struct DirectPixelsShape {
  int rows = 0, pixels = 0;   // of a tile with its halo
  int width = 0, height = 0;  // of a tile
  std::size_t pixel_bytes = 0;
  DirectTuning tuning;

  DirectPixelsShape(const Problem& p, const WindowMean& step, const Tile& tile)
      : rows(tile.height + 2 * step.radius_y),
        pixels(tile.width + 2 * step.radius_x),
        width(tile.width),
        height(tile.height),
        pixel_bytes(sample_bytes(p.type) * static_cast<std::size_t>(p.channels)),
        tuning(planner::direct_tuning(p, step, planner::simd_taps_per_second)) {}

  std::size_t flags() const { return checked_mul(rows, pixels); }
  std::size_t found() const { return checked_mul(width, height); }
  std::size_t image() const { return checked_mul(found(), pixel_bytes); }

  std::size_t bytes() const {
    return checked_add(flags(), found(), image(), checked_mul(pixels, sizeof(std::int32_t)));
  }
};

}  // namespace selvage
