// SPDX-License-Identifier: Apache-2.0
#pragma once
// Support, error, tuning and cost of the candidates of GPUs for convolutions with a matrix.

#include <string>

#include "core/problem.hpp"
#include "planner/catalogue.hpp"

namespace selvage::planner {

std::string gpu_matrix_unsupported(const Problem& problem, const DeviceFacts& facts);
Tuning gpu_matrix_tuning(const Problem& problem, const DeviceFacts& facts);
double gpu_matrix_error(const Problem& problem, const DeviceFacts& facts);
double gpu_matrix_seconds(const Problem& problem, const DeviceFacts& facts);
ScratchBytes gpu_matrix_scratch(const Problem& problem, const DeviceFacts& facts);

}  // namespace selvage::planner
