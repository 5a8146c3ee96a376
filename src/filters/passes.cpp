// SPDX-License-Identifier: Apache-2.0
#include "filters/passes.hpp"

#include <type_traits>

#include "core/views.hpp"

namespace selvage {

Halo halo(const Step& step) {
  return std::visit(
      []<class S>(const S& s) -> Halo {
        if constexpr (std::is_same_v<S, WindowMean>) {
          return {s.radius_x, s.radius_y, {s.radius_z, s.slices_after()}};
        } else {
          const int around = halo(Filter(s));
          return {around, around, {}};
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

std::span<const Rect> PassSequence::rects(const Rect& compute) const {
  rects_[passes_.size()] = compute;
  for (std::size_t i = passes_.size(); i > 0; --i) {
    Frame pass = frame_;
    pass.compute = rects_[i];
    const Step& step = passes_[i - 1].step;
    rects_[i - 1] = needed_rect(pass, border(step), halo(step));
  }
  return rects_;
}

std::span<const Slices> PassSequence::slices(const Slices& compute) const {
  slices_[passes_.size()] = compute;
  for (std::size_t i = passes_.size(); i > 0; --i) {
    Frame pass = frame_;
    pass.slices = slices_[i];
    const Step& step = passes_[i - 1].step;
    slices_[i - 1] = needed_slices(pass, border(step), halo(step).z);
  }
  return slices_;
}

}  // namespace selvage
