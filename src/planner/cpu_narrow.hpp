// SPDX-License-Identifier: Apache-2.0
#pragma once
// Support, error, tuning and cost of the CPU's candidate with 16-bit weights.

#include <string>

#include "planner/catalogue.hpp"

namespace selvage::planner {

std::string simd16_unsupported(const Problem& problem, const DeviceFacts& facts);
Tuning simd16_tuning(const Problem& problem, const DeviceFacts& facts);
double simd16_error(const Problem& problem, const DeviceFacts& facts);
double simd16_seconds(const Problem& problem, const DeviceFacts& facts);
ScratchBytes simd16_scratch(const Problem& problem, const DeviceFacts& facts);

}  // namespace selvage::planner
