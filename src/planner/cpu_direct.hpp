// SPDX-License-Identifier: Apache-2.0
#pragma once
// Support, error, tuning and cost of the direct candidates of the CPU, and of the separable
// bilateral, which runs the same loops.

#include <cstddef>
#include <string>
#include <vector>

#include "core/problem.hpp"
#include "planner/catalogue.hpp"

namespace selvage::planner {

std::string simd_unsupported(const Problem& problem, const DeviceFacts& facts);
Tuning simd_tuning(const Problem& problem, const DeviceFacts& facts);
double simd_error(const Problem& problem, const DeviceFacts& facts);
double simd_seconds(const Problem& problem, const DeviceFacts& facts);
ScratchBytes simd_scratch(const Problem& problem, const DeviceFacts& facts);

// Two 1-D bilaterals; support is simd's.
Tuning separable_tuning(const Problem& problem, const DeviceFacts& facts);
double separable_error(const Problem& problem, const DeviceFacts& facts);
double separable_seconds(const Problem& problem, const DeviceFacts& facts);
ScratchBytes separable_scratch(const Problem& problem, const DeviceFacts& facts);

std::string plain_unsupported(const Problem& problem, const DeviceFacts& facts);
Tuning plain_tuning(const Problem& problem, const DeviceFacts& facts);
double plain_error(const Problem& problem, const DeviceFacts& facts);
double plain_seconds(const Problem& problem, const DeviceFacts& facts);
ScratchBytes plain_scratch(const Problem& problem, const DeviceFacts& facts);

}  // namespace selvage::planner
