// SPDX-License-Identifier: Apache-2.0
#pragma once
// Support, error, tuning and cost of candidate "walk", the geometry-guided mean, on CPUs and GPUs.

#include <string>
#include <variant>
#include <vector>

#include "core/problem.hpp"
#include "planner/catalogue.hpp"

namespace selvage::planner {

bool is_geometry_guided(const Filter& filter);
inline const GeometryGuided& walk_filter(const Problem& problem) {
  return std::get<GeometryGuided>(problem.filter);
}
std::vector<Pass> walk_passes(const Problem& problem);

std::string walk_unsupported(const Problem& problem, const DeviceFacts& facts);
Tuning walk_tuning(const Problem& problem, const DeviceFacts& facts);
double walk_error(const Problem& problem, const DeviceFacts& facts);
double walk_seconds(const Problem& problem, const DeviceFacts& facts);
ScratchBytes walk_scratch(const Problem& problem, const DeviceFacts& facts);

std::string gpu_walk_unsupported(const Problem& problem, const DeviceFacts& facts);
Tuning gpu_walk_tuning(const Problem& problem, const DeviceFacts& facts);
double gpu_walk_error(const Problem& problem, const DeviceFacts& facts);
double gpu_walk_seconds(const Problem& problem, const DeviceFacts& facts);
ScratchBytes gpu_walk_scratch(const Problem& problem, const DeviceFacts& facts);

}  // namespace selvage::planner
