// SPDX-License-Identifier: Apache-2.0
#include "methods/direct/cpu/hole_fill.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numbers>

#include "backends/cpu/images/valid_means.hpp"
#include "backends/cpu/images/weighted_means.hpp"
#include "core/checked.hpp"
#include "core/dispatch.hpp"
#include "core/sample.hpp"
#include "filters/exponent_scale.hpp"
#include "filters/window.hpp"
#include "methods/direct/cpu/byte_loader.hpp"
#include "methods/direct/cpu/int16_loader.hpp"
#include "methods/direct/tile_shape.hpp"

namespace selvage::cpu {

template <class Real>
HoleFill<Real>::HoleFill(const WindowMean& step, const TileLoader<Real>& loader, double range_scale,
                         int pixels)
    : loader_(loader),
      step_(step),
      range_scale_(range_scale),
      space_scale_(exponent_scale(step.sigma_space)) {
  const double sigma = step.sigma_space;
  for (int d = 0; d <= step.largest_radius(); ++d)
    weight_.push_back(std::exp(-0.5 * d * d / (sigma * sigma)));
  const PlaneLayout& layout = loader.layout();
  numbers_of_hole_ = hole_numbers(layout);
  holes_.reserve(static_cast<std::size_t>(pixels));
  numbers_.resize(checked_mul(numbers_of_hole_, pixels));
  planes_.resize(static_cast<std::size_t>(layout.planes()));
}

template <class Real>
void HoleFill<Real>::start(const Source& source, const Rect& row, const std::uint8_t* valid) {
  holes_.clear();
  for (int x = 0; x < row.width; ++x)
    if (!valid[x]) add_hole(source, row, x);
}

template <class Real>
void HoleFill<Real>::add_hole(const Source& source, const Rect& row, int x) {
  const PlaneLayout& layout = loader_.layout();
  double* const weight = numbers_.data() + holes_.size() * numbers_of_hole_;
  std::fill_n(weight, numbers_of_hole_, 0.0);
  double* const sum = weight + layout.groups;
  double* const exponent = sum + layout.averaged;
  holes_.push_back({.x = x,
                    .weight = weight,
                    .sum = sum,
                    .exponent = exponent,
                    .distances = exponent + layout.groups});
  take_guide(holes_.back(), source, row.x + x, row.y);
}

// Reads the image, since loaded rows mark a hole's own planes as invalid.
template <class Real>
void HoleFill<Real>::take_guide(Hole& hole, const Source& source, int x, int y) {
  // Candidates on integers fill no holes of images with a guide.
  if constexpr (std::is_floating_point_v<Real>) {
    const PlaneLayout& layout = loader_.layout();
    if (!layout.guided || layout.distance == PlaneLayout::Distance::none) return;
    hole.guided = loader_.load_guide_pixel(source, x, y, planes_.data());
    std::fill_n(hole.exponent, layout.groups, -std::numeric_limits<double>::infinity());
    for (int p = 0; p < layout.groups * layout.distance_planes; ++p) {
      const auto at = static_cast<std::size_t>(
          p / layout.distance_planes * layout.planes_of_group() + p % layout.distance_planes);
      double& distance = hole.distances[p];
      distance = static_cast<double>(planes_[at]);
      if (layout.split)
        distance +=
            static_cast<double>(planes_[at + static_cast<std::size_t>(layout.distance_planes)]);
    }
  }
}

template <class Real>
void HoleFill<Real>::accumulate(const Real* row, std::ptrdiff_t plane, int dy, int dz) {
  const int extent = row_extent(step_, dy, dz);
  const double away = dz == 0 ? 0.0 : dz / step_.sigma_depth;  // in sigmas
  const double sigma = step_.sigma_space;
  double near = 64.0 * sigma * sigma - double(dy) * dy;
  if (away != 0.0) near -= away * away * sigma * sigma;
  const double weight = std::exp(-0.5 * away * away);
  const double exponent = -0.5 / std::numbers::ln2 * away * away;
  for (Hole& hole : holes_)
    for (int dx = -extent; dx <= extent; ++dx) {
      const Real* tap = row + hole.x + dx;
      if (*tap == loader_.hole()) continue;
      hole.near |= double(dx) * dx <= near;
      if (hole.guided)
        add_guided_tap(hole, tap, plane, dx, dy, exponent);
      else
        add_tap(hole, tap, plane, dx, dy, weight);
    }
}

// Weighs by space only. Within 8 sigma_space, weights do not underflow.
template <class Real>
void HoleFill<Real>::add_tap(Hole& hole, const Real* tap, std::ptrdiff_t plane, int dx, int dy,
                             double slice) const {
  const double w = weight_[static_cast<std::size_t>(std::abs(dx))] *
                   weight_[static_cast<std::size_t>(std::abs(dy))] * slice;
  for (int g = 0; g < loader_.layout().groups; ++g) hole.weight[g] += w;
  for (int c = 0; c < loader_.layout().averaged; ++c)
    hole.sum[c] += w * tap[loader_.value_plane(c) * plane];
}

// All weights might underflow, so they count relative to the largest, whose exponent is known at
// the end.
template <class Real>
void HoleFill<Real>::add_guided_tap(Hole& hole, const Real* tap, std::ptrdiff_t plane, int dx,
                                    int dy, double slice) const {
  const PlaneLayout& layout = loader_.layout();
  const double space = slice - space_scale_ * (double(dx) * dx + double(dy) * dy);
  for (int g = 0; g < layout.groups; ++g) {
    const double exponent = space - range_scale_ * squared_distance(hole, tap, plane, g);
    const int first = layout.groups > 1 ? g : 0;
    const int last = layout.groups > 1 ? g : layout.averaged - 1;
    if (exponent > hole.exponent[g]) {
      const double factor = std::exp2(hole.exponent[g] - exponent);
      hole.weight[g] *= factor;
      for (int c = first; c <= last; ++c) hole.sum[c] *= factor;
      hole.exponent[g] = exponent;
    }
    const double w = std::exp2(exponent - hole.exponent[g]);
    hole.weight[g] += w;
    for (int c = first; c <= last; ++c) hole.sum[c] += w * tap[loader_.value_plane(c) * plane];
  }
}

template <class Real>
double HoleFill<Real>::squared_distance(const Hole& hole, const Real* tap, std::ptrdiff_t plane,
                                        int group) const {
  const PlaneLayout& layout = loader_.layout();
  const Real* const planes = tap + std::ptrdiff_t{group} * layout.planes_of_group() * plane;
  double sum = 0.0;
  for (int p = 0; p < layout.distance_planes; ++p) {
    double d = static_cast<double>(planes[p * plane]);
    if (layout.split) d += static_cast<double>(planes[(layout.distance_planes + p) * plane]);
    d -= hole.distances[group * layout.distance_planes + p];
    sum += layout.l1 ? std::fabs(d) : d * d;
  }
  return layout.l1 ? sum * sum : sum;
}

template <class Real>
void HoleFill<Real>::store(const ImageView& to, const Pass& pass) {
  const double scale = full_scale(to.type) / full_scale(pass.reads) / double{loader_.value_scale()};
  const double offset = loader_.value_offset();
  const int averaged = loader_.layout().averaged;
  const bool weighs = loader_.layout().weighs;
  with_pixel_type(to.type, [&]<class T>() {
    for (const Hole& hole : holes_) {
      if (!hole.near) continue;
      const ImageView pixel = to.region({hole.x, 0, 1, 1});
      double* const mean = hole.sum;
      for (int c = 0; c < averaged; ++c) mean[c] = hole.sum[c] / hole.weight[group_of(c)] + offset;
      if (weighs) divide_by_alpha(mean, 1, averaged, full_scale(pass.reads));
      const bool transparent = weighs && mean[averaged - 1] == 0.0;
      for (int c = transparent ? averaged - 1 : 0; c < averaged; ++c)
        write_sample(pixel.at(0, 0, c), round_sample<T>(mean[c] * scale));
      if (!transparent) keep_means_valid(pixel, pass.sentinel, nullptr);
    }
  });
}

template class HoleFill<std::int8_t>;
template class HoleFill<std::int16_t>;
template class HoleFill<float>;
template class HoleFill<double>;

}  // namespace selvage::cpu
