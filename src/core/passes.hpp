// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where the intermediate images of several passes lie.

#include <span>
#include <vector>

#include "core/problem.hpp"
#include "core/views.hpp"
#include "selvage/frame.hpp"

namespace selvage {

// Pixels around the computed rectangle that a pass reads.
Halo halo(const Step& step);
Border border(const Step& step);

// Whether what the pass before made is this step's guide, and not its image.
inline bool guided_by_previous(const Step& step) {
  const auto* mean = std::get_if<WindowMean>(&step);
  return mean != nullptr && mean->guide == Guide::previous;
}

// The rectangle of the whole image that each pass computes, so that the last one finds all that it
// needs: the last is frame.compute, each earlier one holds the halo of the next.
std::vector<Rect> pass_rects(const std::vector<Pass>& passes, const Frame& frame);

// The same with what the first pass reads before it, and without an allocation: pass i reads
// rects[i] and computes rects[i + 1]. `rects` is one longer than `passes`.
void read_and_pass_rects(std::span<const Pass> passes, const Frame& frame, std::span<Rect> rects);

}  // namespace selvage
