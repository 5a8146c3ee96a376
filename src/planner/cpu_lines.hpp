// SPDX-License-Identifier: Apache-2.0
#pragma once
// Support, error, tuning and cost of the CPU's candidates for products of a row and a column.

#include <string>

#include "core/problem.hpp"
#include "planner/catalogue.hpp"

namespace selvage::planner {

// Gaussian, box, both convolutions (a matrix may be a product).
bool may_be_lines(const Filter& filter);
// Gaussian, box, separable convolution.
bool is_lines(const Filter& filter);
bool is_gaussian(const Filter& filter);

std::string lines_unsupported(const Problem& problem, const DeviceFacts& facts);
Tuning lines_tuning(const Problem& problem, const DeviceFacts& facts);
double lines_error(const Problem& problem, const DeviceFacts& facts);
double lines_seconds(const Problem& problem, const DeviceFacts& facts);
ScratchBytes lines_scratch(const Problem& problem, const DeviceFacts& facts);

std::string lines16_unsupported(const Problem& problem, const DeviceFacts& facts);
Tuning lines16_tuning(const Problem& problem, const DeviceFacts& facts);
double lines16_error(const Problem& problem, const DeviceFacts& facts);
double lines16_seconds(const Problem& problem, const DeviceFacts& facts);
ScratchBytes lines16_scratch(const Problem& problem, const DeviceFacts& facts);

std::string plain_lines_unsupported(const Problem& problem, const DeviceFacts& facts);
Tuning plain_lines_tuning(const Problem& problem, const DeviceFacts& facts);
double plain_lines_error(const Problem& problem, const DeviceFacts& facts);
double plain_lines_seconds(const Problem& problem, const DeviceFacts& facts);
ScratchBytes plain_lines_scratch(const Problem& problem, const DeviceFacts& facts);

}  // namespace selvage::planner
