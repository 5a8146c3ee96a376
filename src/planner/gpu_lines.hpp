// SPDX-License-Identifier: Apache-2.0
#pragma once
// Support, error, tuning and cost of the candidates of GPUs for products of a row and a column.

#include <string>

#include "core/problem.hpp"
#include "planner/catalogue.hpp"

namespace selvage::planner {

std::string gpu_lines_unsupported(const Problem& problem, const DeviceFacts& facts);
Tuning gpu_lines_tuning(const Problem& problem, const DeviceFacts& facts);
double gpu_lines_error(const Problem& problem, const DeviceFacts& facts);
double gpu_lines_seconds(const Problem& problem, const DeviceFacts& facts);
ScratchBytes gpu_lines_scratch(const Problem& problem, const DeviceFacts& facts);

}  // namespace selvage::planner
