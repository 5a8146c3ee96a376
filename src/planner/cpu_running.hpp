// SPDX-License-Identifier: Apache-2.0
#pragma once
// Support, error, tuning and cost of the CPU's running sums.

#include <string>

#include "core/problem.hpp"
#include "planner/catalogue.hpp"

namespace selvage::planner {

bool is_box(const Filter& filter);

std::string running_unsupported(const Problem& problem, const DeviceFacts& facts);
Tuning running_tuning(const Problem& problem, const DeviceFacts& facts);
double running_error(const Problem& problem, const DeviceFacts& facts);
double running_seconds(const Problem& problem, const DeviceFacts& facts);
ScratchBytes running_scratch(const Problem& problem, const DeviceFacts& facts);

}  // namespace selvage::planner
