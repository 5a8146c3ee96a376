// SPDX-License-Identifier: Apache-2.0
#pragma once
// Support, error, tuning and cost of the direct candidates of GPUs.

#include <string>

#include "core/problem.hpp"
#include "planner/catalogue.hpp"

namespace selvage::planner {

std::string gpu_tile_unsupported(const Problem& problem, const DeviceFacts& facts);
Tuning gpu_tile_tuning(const Problem& problem, const DeviceFacts& facts);
double gpu_tile_error(const Problem& problem, const DeviceFacts& facts);
double gpu_tile_seconds(const Problem& problem, const DeviceFacts& facts);
ScratchBytes gpu_tile_scratch(const Problem& problem, const DeviceFacts& facts);

std::string gpu_plain_unsupported(const Problem& problem, const DeviceFacts& facts);
Tuning gpu_plain_tuning(const Problem& problem, const DeviceFacts& facts);
double gpu_plain_error(const Problem& problem, const DeviceFacts& facts);
double gpu_plain_seconds(const Problem& problem, const DeviceFacts& facts);
ScratchBytes gpu_plain_scratch(const Problem& problem, const DeviceFacts& facts);

}  // namespace selvage::planner
