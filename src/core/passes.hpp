// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where the intermediate images of several passes lie.

#include <vector>

#include "core/problem.hpp"
#include "selvage/frame.hpp"

namespace selvage {

// The rectangle of the whole image that each pass computes, so that the last one finds all that it
// needs: the last is frame.compute, each earlier one holds the halo of the next.
std::vector<Rect> pass_rects(const std::vector<Pass>& passes, const Frame& frame);

}  // namespace selvage
