// SPDX-License-Identifier: Apache-2.0
#pragma once
// The edge-stopping separable filter of geometry-guided means [convolution_sheet]: along the row,
// then the column, taps are read from the centre outwards until a discontinuity of normals, depth
// or samples. 2 (2r + 1) taps for each pixel.

#include <variant>
#include <vector>

#include "planner/candidate.hpp"

namespace selvage::planner {

bool is_geometry_guided(const Filter& filter);
inline const GeometryGuided& geometry_of(const Problem& problem) {
  return std::get<GeometryGuided>(problem.filter);
}
std::vector<Pass> edge_stopping_passes(const Problem& problem);

}  // namespace selvage::planner
