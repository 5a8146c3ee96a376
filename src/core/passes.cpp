// SPDX-License-Identifier: Apache-2.0
#include "core/passes.hpp"

#include "core/views.hpp"

namespace selvage {

void read_and_pass_rects(std::span<const Pass> passes, const Frame& frame, std::span<Rect> rects) {
  rects[passes.size()] = frame.compute;
  for (std::size_t i = passes.size(); i > 0; --i) {
    Frame pass = frame;
    pass.compute = rects[i];
    const Filter& filter = passes[i - 1].filter;
    rects[i - 1] = needed_rect(pass, std::get<Bilateral>(filter).border, halo(filter));
  }
}

std::vector<Rect> pass_rects(const std::vector<Pass>& passes, const Frame& frame) {
  std::vector<Rect> rects(passes.size() + 1);
  read_and_pass_rects(passes, frame, rects);
  rects.erase(rects.begin());
  return rects;
}

}  // namespace selvage
