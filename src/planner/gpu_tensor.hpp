// SPDX-License-Identifier: Apache-2.0
#pragma once
// Support, error, tuning and cost of the candidate of GPUs that multiplies matrices of bytes.

#include <string>

#include "core/problem.hpp"
#include "planner/catalogue.hpp"

namespace selvage::planner {

std::string gpu_tensor_unsupported(const Problem& problem, const DeviceFacts& facts);
Tuning gpu_tensor_tuning(const Problem& problem, const DeviceFacts& facts);
double gpu_tensor_error(const Problem& problem, const DeviceFacts& facts);
double gpu_tensor_seconds(const Problem& problem, const DeviceFacts& facts);
ScratchBytes gpu_tensor_scratch(const Problem& problem, const DeviceFacts& facts);

}  // namespace selvage::planner
