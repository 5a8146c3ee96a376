// SPDX-License-Identifier: Apache-2.0
#pragma once
// Candidate "count" of all backends: support, tuning and cost.

#include <string>
#include <vector>

#include "core/problem.hpp"
#include "planner/catalogue.hpp"

namespace selvage::planner {

bool is_histogram(const Filter& filter);
std::vector<Pass> histogram_passes(const Problem& problem);
double histogram_error(const Problem& problem, const DeviceFacts& facts);

std::string cpu_count_unsupported(const Problem& problem, const DeviceFacts& facts);
Tuning cpu_count_tuning(const Problem& problem, const DeviceFacts& facts);
double cpu_count_seconds(const Problem& problem, const DeviceFacts& facts);
ScratchBytes cpu_count_scratch(const Problem& problem, const DeviceFacts& facts);

std::string gpu_count_unsupported(const Problem& problem, const DeviceFacts& facts);
Tuning gpu_count_tuning(const Problem& problem, const DeviceFacts& facts);
double gpu_count_seconds(const Problem& problem, const DeviceFacts& facts);
ScratchBytes gpu_count_scratch(const Problem& problem, const DeviceFacts& facts);

}  // namespace selvage::planner
