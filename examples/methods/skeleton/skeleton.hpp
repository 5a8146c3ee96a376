// SPDX-License-Identifier: Apache-2.0
#pragma once
// The smallest method: small boxes of integers, straight from the image. Copy this folder to
// src/methods/NAME and begin from there (HACKING.md). Work for each pixel: (2 radius + 1)^2 taps.

#include <string>

#include "filters/problem.hpp"

namespace selvage {

// The proof of the error counts the additions of a window up to this radius.
inline constexpr int largest_skeleton_radius = 40;

namespace planner {

bool is_skeleton(const Filter& filter);
// Returns why no platform can serve; empty: one can.
std::string skeleton_unsupported(const Problem& problem);
double skeleton_error(const Problem& problem);
double skeleton_taps(const Problem& problem);

}  // namespace planner
}  // namespace selvage
