// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/hole_fill.hpp"

#include <cmath>
#include <cstdlib>

#include "backends/cpu/narrow_loader.hpp"
#include "core/dispatch.hpp"
#include "core/sample.hpp"
#include "core/window.hpp"

namespace selvage::cpu {

template <class Real>
HoleFill<Real>::HoleFill(const WindowMean& step, const TileLoader<Real>& loader, int pixels)
    : loader_(loader), step_(step), sigma_(step.sigma_space) {
  for (int d = 0; d <= step.largest_radius(); ++d)
    weight_.push_back(std::exp(-0.5 * d * d / (sigma_ * sigma_)));
  holes_.reserve(static_cast<std::size_t>(pixels));
}

template <class Real>
void HoleFill<Real>::start(const std::uint8_t* valid, int pixels) {
  holes_.clear();
  for (int x = 0; x < pixels; ++x)
    if (!valid[x]) holes_.push_back({.x = x});
}

template <class Real>
void HoleFill<Real>::accumulate(const Real* row, std::ptrdiff_t plane, int dy) {
  const int extent = row_extent(step_, dy);
  const double near = 64.0 * sigma_ * sigma_ - double(dy) * dy;
  const int channels = loader_.layout().averaged;
  for (Hole& hole : holes_)
    for (int dx = -extent; dx <= extent; ++dx) {
      const Real* tap = row + hole.x + dx;
      if (*tap == loader_.hole()) continue;
      hole.near |= double(dx) * dx <= near;
      const double w = weight_[static_cast<std::size_t>(std::abs(dx))] *
                       weight_[static_cast<std::size_t>(std::abs(dy))];
      hole.weight += w;
      for (int c = 0; c < channels; ++c) hole.sum[c] += w * tap[loader_.value_plane(c) * plane];
    }
}

template <class Real>
void HoleFill<Real>::store(const ImageView& to, PixelType reads) const {
  const double scale = full_scale(to.type) / full_scale(reads) / double{loader_.value_scale()};
  const double offset = loader_.value_offset();
  with_pixel_type(to.type, [&]<class T>() {
    for (const Hole& hole : holes_) {
      if (!hole.near) continue;
      for (int c = 0; c < loader_.layout().averaged; ++c)
        write_sample(to.at(hole.x, 0, c),
                     round_sample<T>((hole.sum[c] / hole.weight + offset) * scale));
    }
  });
}

template class HoleFill<std::int16_t>;
template class HoleFill<float>;
template class HoleFill<double>;

}  // namespace selvage::cpu
