// SPDX-License-Identifier: Apache-2.0
#include "core/passes.hpp"

#include <type_traits>

#include "core/views.hpp"

namespace selvage {

Halo halo(const Step& step) {
  return std::visit(
      []<class S>(const S& s) -> Halo {
        if constexpr (std::is_same_v<S, WindowMean>) {
          return {s.radius_x, s.radius_y};
        } else {
          const int around = halo(Filter(s));
          return {around, around};
        }
      },
      step);
}

Border border(const Step& step) {
  return std::visit(
      []<class S>(const S& s) {
        if constexpr (std::is_same_v<S, WindowMean>)
          return s.border;
        else
          return border(Filter(s));
      },
      step);
}

void read_and_pass_rects(std::span<const Pass> passes, const Frame& frame, std::span<Rect> rects) {
  rects[passes.size()] = frame.compute;
  for (std::size_t i = passes.size(); i > 0; --i) {
    Frame pass = frame;
    pass.compute = rects[i];
    const Step& step = passes[i - 1].step;
    rects[i - 1] = needed_rect(pass, border(step), halo(step));
  }
}

std::vector<Rect> pass_rects(const std::vector<Pass>& passes, const Frame& frame) {
  std::vector<Rect> rects(passes.size() + 1);
  read_and_pass_rects(passes, frame, rects);
  rects.erase(rects.begin());
  return rects;
}

}  // namespace selvage
