// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a geometry-guided mean becomes on a device: program text, constants, arguments, tables.

#include <string>
#include <vector>

#include "backends/gpu/arguments.hpp"
#include "backends/gpu/launches.hpp"
#include "core/problem.hpp"

namespace selvage::gpu {

#include "kernels/geometry_arguments.h"

// `file`: geometry_marks, geometry_tile or geometry_walk; `columns`: which way geometry_walk goes.
Code geometry_code(const std::string& file, const std::string& function, bool columns,
                   const Group& group, const Problem& problem, const GpuFacts& gpu, bool dense);

// All arguments but layouts and sizes.
SelvageGeometry geometry_arguments(const Problem& problem);

// What geometry_tile and geometry_walk read as `tables`.
std::vector<float> reciprocal_tables(const GeometryGuided& filter);
std::vector<float> weight_tables(const GeometryGuided& filter);

}  // namespace selvage::gpu
