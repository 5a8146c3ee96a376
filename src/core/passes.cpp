// SPDX-License-Identifier: Apache-2.0
#include "core/passes.hpp"

#include "core/views.hpp"

namespace selvage {

std::vector<Rect> pass_rects(const std::vector<Pass>& passes, const Frame& frame) {
  std::vector<Rect> rects(passes.size());
  rects.back() = frame.compute;
  for (std::size_t i = passes.size() - 1; i > 0; --i) {
    Frame next = frame;
    next.compute = rects[i];
    const Border border = std::get<Bilateral>(passes[i].filter).border;
    rects[i - 1] = needed_rect(next, border, halo(passes[i].filter));
  }
  return rects;
}

}  // namespace selvage
