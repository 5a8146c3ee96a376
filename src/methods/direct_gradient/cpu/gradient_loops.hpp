// SPDX-License-Identifier: Apache-2.0
#pragma once
// The loops over the taps of a row of pixels, compiled for each vector instruction set.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "methods/direct_gradient/direct_gradient.hpp"

namespace selvage::cpu {

// A row of the window. The pointers are those of column 0; planes follow one another.
struct WindowRow {
  int dy = 0;
  const float* samples = nullptr;  // GradientShape::sample_planes
  const float* sent = nullptr;     // GradientShape::sent_planes; not read in the first pass
};

struct GradientRow {
  const float* samples = nullptr;  // of the centres, as WindowRow's
  const float* sent = nullptr;     //
  std::span<const WindowRow> window = {};
  std::ptrdiff_t plane = 0;  // floats from one plane to the next
  int first = 0, last = 0;   // columns first..last - 1
  // Taps of the columns least..most - 1 count. Loads go up to a radius and two vectors beyond the
  // columns of the image.
  int least = 0, most = 0;
  double* sums = nullptr;  // of column 0; whole vectors are written, beyond `last`, too
  std::ptrdiff_t sums_plane = 0;
};

// The pixels that the loops over many channels take at a time; loads go as far beyond a radius.
inline constexpr int gradient_chunk = 64;

class GradientLoops {
 public:
  virtual ~GradientLoops() = default;
  // Computes GradientShape::mean_sums: sum w and sum w (v(q) - v(p)).
  virtual void means(const GradientRow& row) const = 0;
  // Computes GradientShape::gradient_sums. Those of the sigmas are sum w s |t|^2 and
  // sum w s D^2.
  virtual void gradients(const GradientRow& row) const = 0;
};

// The sigmas are in the units of the samples that are read.
struct LoopSigmas {
  double space = 1.0, range = 1.0;
};
std::unique_ptr<GradientLoops> make_gradient_loops(const WindowMean& step,
                                                   const planner::GradientShape& shape,
                                                   const LoopSigmas& sigmas, std::int64_t target);

}  // namespace selvage::cpu
