// SPDX-License-Identifier: Apache-2.0
#pragma once
// Support, error, tuning and cost of the CPU's candidates for convolutions with a matrix.

#include <string>

#include "core/problem.hpp"
#include "planner/catalogue.hpp"

namespace selvage::planner {

bool is_matrix(const Filter& filter);

std::string matrix_unsupported(const Problem& problem, const DeviceFacts& facts);
Tuning matrix_tuning(const Problem& problem, const DeviceFacts& facts);
double matrix_error(const Problem& problem, const DeviceFacts& facts);
double matrix_seconds(const Problem& problem, const DeviceFacts& facts);
ScratchBytes matrix_scratch(const Problem& problem, const DeviceFacts& facts);

std::string plain_matrix_unsupported(const Problem& problem, const DeviceFacts& facts);
Tuning plain_matrix_tuning(const Problem& problem, const DeviceFacts& facts);
double plain_matrix_error(const Problem& problem, const DeviceFacts& facts);
double plain_matrix_seconds(const Problem& problem, const DeviceFacts& facts);
ScratchBytes plain_matrix_scratch(const Problem& problem, const DeviceFacts& facts);

}  // namespace selvage::planner
