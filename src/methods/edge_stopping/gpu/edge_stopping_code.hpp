// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a geometry-guided mean becomes on a device: program text, constants, arguments, tables.

#include <vector>

#include "backends/gpu/arguments.hpp"
#include "backends/gpu/launches.hpp"
#include "filters/problem.hpp"

namespace selvage::gpu {

#include "methods/edge_stopping/gpu/geometry_arguments.h"

// Whether kernels of geometry_tile can look for holes of the image, which marks then need not read.
bool rows_may_find_holes(const Problem& problem);

struct GeometryText {
  const char* file = "";  // geometry_marks, geometry_flags, geometry_tile or geometry_taps
  const char* function = "";
  Group group = {};
  bool rows_find_holes = false;
  bool columns = false;  // which way geometry_taps goes
};
Code geometry_code(const GeometryText& asked, const Problem& problem, const GpuFacts& gpu,
                   bool dense);

// All arguments but layouts and sizes.
SelvageGeometry geometry_arguments(const Problem& problem);

// What geometry_tile and geometry_taps read as `tables`.
std::vector<float> reciprocal_tables(const GeometryGuided& filter);
std::vector<float> weight_tables(const GeometryGuided& filter);

}  // namespace selvage::gpu
