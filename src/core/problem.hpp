// SPDX-License-Identifier: Apache-2.0
#pragma once
// The vocabulary that planner, backends and engine share: what is to be done, on what, and how.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/window_mean.hpp"
#include "selvage/engine.hpp"
#include "selvage/filters.hpp"
#include "selvage/image.hpp"

namespace selvage {

// What is to be filtered: everything that a choice may depend on.
struct Problem {
  Filter filter = {};
  PixelType type = PixelType::u8;
  int width = 0, height = 0;              // pixels to compute
  int whole_width = 0, whole_height = 0;  // of the whole image, which ends halos; 0: not known
  int channels = 1;
  bool alpha = false;
  int batch = 1;
  bool mask = false;           // a mask is given
  double sample_extent = 1.0;  // what a float image's error is a fraction of (Report::error_bound)
  Inputs shapes = {};  // of all ports, without data; the width of one that is not given is 0
};

// Channels of the result.
inline int result_channels(const Problem& problem) {
  const bool gray = std::visit(
      [](const auto& f) {
        if constexpr (requires { f.gray; }) return f.gray;
        return false;
      },
      problem.filter);
  return !gray ? problem.channels : problem.alpha ? 2 : 1;
}

// Its taps may lie anywhere in its inputs, whatever part of the result is computed.
inline bool reads_whole_inputs(const Filter& filter) {
  return std::holds_alternative<JointUpsampling>(filter);
}

// What a GPU, or another device behind a driver, can do.
struct GpuFacts {
  int compute_units = 1;
  int clock_mhz = 1000;
  bool is_processor = false;        // an OpenCL device that is the CPU itself
  bool real64 = false;              // double precision
  bool byte_simd = false;           // sum of |a - b| over four bytes in one instruction (NVIDIA)
  bool byte_products = false;       // of matrices, by 32 work-items together (NVIDIA, 8.0)
  int largest_group = 256;          // work-items
  std::size_t local_bytes = 32768;  // of a work-group
  std::size_t memory_bytes = 0;     // that plans may use
  std::size_t largest_buffer_bytes = 0;  //
  double copy_bytes_per_second = 10e9;   // from and to pinned host memory, measured
  double open_seconds = 0.0;             // driver and context, measured; 0 when open already

  friend bool operator==(const GpuFacts&, const GpuFacts&) = default;
};

// What the device can do. Filled by a backend, or by hand in a test.
struct DeviceFacts {
  std::string_view backend = "cpu";  // "cuda", "opencl"
  int threads = 1;                   // of the CPU
  std::string simd = {};             // "AVX3"; empty: none
  int simd_floats = 4;               // lanes
  GpuFacts gpu = {};

  friend bool operator==(const DeviceFacts&, const DeviceFacts&) = default;
};

// How a GPU kernel adds up its taps.
enum class Sums {
  flat,     // one sum for all taps
  columns,  // one for each column of the window, then their sum
  pieces,   // short sums, added up with their rounding errors
};

// The numbers that a candidate is run with. Plain data: print it, compare it, put it in a table.
struct Tuning {
  int tile_width = 256, tile_height = 32;  // output pixels of one piece of work
  bool stream_rows = false;  // the halo tile would be too large: rows are loaded as needed

  // GPUs: here a tile is what is copied to and from the device at a time.
  int group_width = 32, group_height = 8;  // work-items
  int group_rows = 4;                      // output rows of each work-item
  int groups_at_once = 1;                  // on one compute unit, at least: bounds registers
  int launch_height = 1 << 20;             // output rows of one launch
  bool wide = false;                       // four words for each pixel in local memory
  Sums sums = Sums::flat;
  int piece = 16;  // taps of a short sum
  int copies = 1;  // of a histogram's counters in local memory; 0: they do not fit

  friend bool operator==(const Tuning&, const Tuning&) = default;
};

// What one pass computes: a filter once.
using Step = std::variant<WindowMean, JointUpsampling, GeometryGuided, Gaussian, Box, Convolution,
                          SeparableConvolution, Histogram>;

// One step of a candidate, from one sample type to another.
struct Pass {
  std::string_view name = {};                               // "bilateral"
  Step step = {};                                           //
  PixelType reads = PixelType::u8, writes = PixelType::u8;  // of the image
  // The invalid value of the pass that reads the result, as this one stores it: of a mean whose
  // colours all are it the first becomes beside(it), so that it is no hole.
  std::optional<float> avoids = {};

  friend bool operator==(const Pass&, const Pass&) = default;
};

}  // namespace selvage
