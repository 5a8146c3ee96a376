// SPDX-License-Identifier: Apache-2.0
#pragma once
// The vocabulary that planner, backends and engine share: what is to be done, on what, and how.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "selvage/engine.hpp"
#include "selvage/filters.hpp"
#include "selvage/image.hpp"

namespace selvage {

// What is to be filtered: everything that a choice may depend on.
struct Problem {
  Filter filter = {};
  PixelType type = PixelType::u8;
  int width = 0, height = 0;  // pixels to compute
  int channels = 1;
  bool alpha = false;
  int batch = 1;
  bool mask = false;           // a mask is given
  double sample_extent = 1.0;  // what a float image's error goes by (samples.hpp), where known
};

// What the device can do. Filled by a backend, or by hand in a test.
struct DeviceFacts {
  std::string_view backend = "cpu";
  int threads = 1;
  std::string simd = {};  // "AVX3"; empty: none
  int simd_floats = 4;    // lanes
};

// The numbers that a candidate is run with. Plain data: print it, compare it, put it in a table.
struct Tuning {
  int tile_width = 256, tile_height = 32;  // output pixels of one piece of work
  bool stream_rows = false;  // the halo tile would be too large: rows are loaded as needed

  friend bool operator==(const Tuning&, const Tuning&) = default;
};

// One step of a candidate: a filter from one sample type to another.
struct Pass {
  std::string_view name = {};  // "bilateral"
  Filter filter = {};          // of one iteration
  PixelType reads = PixelType::u8, writes = PixelType::u8;

  friend bool operator==(const Pass&, const Pass&) = default;
};

}  // namespace selvage
