// SPDX-License-Identifier: Apache-2.0
#pragma once
// The separable bilateral on GPUs [pham2005]: the window's row, then its column, by the kernels of
// the direct candidates.

#include <string>

#include "core/problem.hpp"
#include "planner/catalogue.hpp"

namespace selvage::planner {

std::string gpu_separable_unsupported(const Problem& problem, const DeviceFacts& facts);
Tuning gpu_separable_tuning(const Problem& problem, const DeviceFacts& facts);
double gpu_separable_error(const Problem& problem, const DeviceFacts& facts);
double gpu_separable_seconds(const Problem& problem, const DeviceFacts& facts);
ScratchBytes gpu_separable_scratch(const Problem& problem, const DeviceFacts& facts);

}  // namespace selvage::planner
