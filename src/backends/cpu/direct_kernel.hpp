// SPDX-License-Identifier: Apache-2.0
#pragma once
// Weighted means over windows on the CPU: tiles, and what surrounds the inner loops.

#include <memory>

#include "backends/cpu/kernel.hpp"
#include "backends/cpu/narrow_loader.hpp"
#include "backends/cpu/row_filter.hpp"
#include "backends/cpu/vector_rows.hpp"
#include "backends/cpu/workers.hpp"
#include "core/planes.hpp"
#include "core/problem.hpp"

namespace selvage::cpu {

// The scales between samples and what an inner loop reads. With sigma the range's in the planes'
// unit, an inner loop's exponent is -|d|^2 of planes that are multiplied by distance_scale, or
// -range_gain |d|^2 of planes that are not, which those of a guide never are. Without a guide it is
// 0 or, for holes, far below.
struct RangeScale {
  double distance_scale = 1.0;
  double range_gain = 1.0;
};
RangeScale range_scale(const Pass& pass, const Problem& problem, const PlaneLayout& layout,
                       bool prescaled);

// Makes the kernel of one pass around an inner loop on tiles of Sample.
template <class Sample>
struct DirectParts {
  Pass pass;
  Problem problem;
  Tuning tuning;
  RangeScale scale;
  std::unique_ptr<RowFilter<Sample>> filter = {};
  bool split = false;          // distance planes are kept to twice the precision
  VectorRows vectors = {};     // empty: samples are read and stored one by one
  NarrowRow narrow = nullptr;  // for tiles of 16-bit integers
};

template <class Sample>
std::unique_ptr<Kernel> make_direct_kernel(DirectParts<Sample> parts, const Crew& crew);

}  // namespace selvage::cpu
