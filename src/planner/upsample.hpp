// SPDX-License-Identifier: Apache-2.0
#pragma once
// Support, error, tuning and cost of joint bilateral upsampling.

#include <string>
#include <vector>

#include "core/problem.hpp"
#include "core/upsample.hpp"
#include "planner/catalogue.hpp"

namespace selvage::planner {

bool is_upsampling(const Filter& filter);
std::vector<Pass> upsample_passes(const Problem& problem);

// Relative error of weights when exponents are in double precision: each goes through some
// roundings relative to itself, however little taps differ. For windows whose heaviest tap is at
// most 1000 sigma_space and 1000 sigma_range away.
double upsample_exponents_error(const Problem& problem);

// Of a pixel, in all groups of channels.
double upsample_taps(const Upsampling& upsampling);

std::string upsample_unsupported(const Problem& problem, const DeviceFacts& facts);
double upsample_error(const Problem& problem, const DeviceFacts& facts);
Tuning upsample_tuning(const Problem& problem, const DeviceFacts& facts);
double upsample_seconds(const Problem& problem, const DeviceFacts& facts);
ScratchBytes upsample_scratch(const Problem& problem, const DeviceFacts& facts);

std::string plain_upsample_unsupported(const Problem& problem, const DeviceFacts& facts);
double plain_upsample_error(const Problem& problem, const DeviceFacts& facts);
Tuning plain_upsample_tuning(const Problem& problem, const DeviceFacts& facts);
double plain_upsample_seconds(const Problem& problem, const DeviceFacts& facts);
ScratchBytes plain_upsample_scratch(const Problem& problem, const DeviceFacts& facts);

std::string gpu_upsample_unsupported(const Problem& problem, const DeviceFacts& facts);
double gpu_upsample_error(const Problem& problem, const DeviceFacts& facts);
Tuning gpu_upsample_tuning(const Problem& problem, const DeviceFacts& facts);
double gpu_upsample_seconds(const Problem& problem, const DeviceFacts& facts);
ScratchBytes gpu_upsample_scratch(const Problem& problem, const DeviceFacts& facts);

}  // namespace selvage::planner
