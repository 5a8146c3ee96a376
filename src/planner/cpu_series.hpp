// SPDX-License-Identifier: Apache-2.0
#pragma once
// Support, error, tuning and cost of candidate "series": the bilateral of one channel of u8 by
// images that all pixels share.

#include <string>

#include "core/problem.hpp"
#include "planner/catalogue.hpp"

namespace selvage::planner {

std::string series_unsupported(const Problem& problem, const DeviceFacts& facts);
Tuning series_tuning(const Problem& problem, const DeviceFacts& facts);
// The proof stands in core/series_fit.hpp.
double series_bound(const Problem& problem, const DeviceFacts& facts);
double series_seconds(const Problem& problem, const DeviceFacts& facts);
ScratchBytes series_scratch(const Problem& problem, const DeviceFacts& facts);

}  // namespace selvage::planner
