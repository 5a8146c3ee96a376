// SPDX-License-Identifier: Apache-2.0
#pragma once
// The device code of a geometry-guided mean: program text, constants, arguments and tables.

#include <vector>

#include "backends/gpu/arguments.hpp"
#include "backends/gpu/launches.hpp"
#include "filters/problem.hpp"

namespace selvage::gpu {

#include "methods/edge_stopping/gpu/geometry_arguments.h"

// Returns whether the kernels of geometry_tile can find the holes of the image, so that the search
// for discontinuities need not.
bool rows_may_find_holes(const Problem& problem);

// Returns whether the search for discontinuities reads this block of channels.
bool marks_read(const Problem& problem, int block);

struct GeometryText {
  const char* file = "";  // geometry_marks, geometry_flags, geometry_tile or geometry_taps
  const char* function = "";
  Group group = {};
  bool rows_find_holes = false;
  bool columns = false;  // the direction of geometry_taps
  int block = 0;         // of channel_blocks
};
Code geometry_code(const GeometryText& asked, const Problem& problem, const GpuFacts& gpu,
                   bool dense);

// Returns all arguments except layouts and sizes.
SelvageGeometry geometry_arguments(const Problem& problem);

// Return the `tables` of geometry_tile and geometry_taps.
std::vector<float> reciprocal_tables(const GeometryGuided& filter);
std::vector<float> weight_tables(const GeometryGuided& filter);

}  // namespace selvage::gpu
