// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/tile_loader.hpp"

#include <algorithm>
#include <cmath>

#include "core/border.hpp"
#include "core/colour.hpp"
#include "core/dispatch.hpp"
#include "core/sample.hpp"

namespace selvage::cpu {
namespace {

// A value of the samples' unit, rounded to the image's type, in stored units of the pass.
double stored(double value, PixelType image, PixelType reads) {
  const double in_image = with_pixel_type(image, [&]<class T>() -> double {
    const T sample = round_sample<T>(value * full_scale(image));
    return read_sample<T>(reinterpret_cast<const std::byte*>(&sample));
  });
  return reads == image ? in_image : static_cast<float>(in_image / full_scale(image));
}

std::vector<double> transfer_table(PixelType type) {
  std::vector<double> table(static_cast<std::size_t>(full_scale(type)) + 1);
  for (std::size_t v = 0; v < table.size(); ++v)
    table[v] = srgb_to_linear(static_cast<double>(v) / full_scale(type));
  return table;
}

}  // namespace

template <class Real>
TileLoader<Real>::TileLoader(const Pass& pass, const Problem& problem, Real distance_scale)
    : type_(pass.reads),
      channels_(problem.channels),
      colours_(problem.channels - (problem.alpha ? 1 : 0)),
      distance_scale_(distance_scale),
      // Larger than any sample within the contract (1e18); its square may become infinite.
      hole_(static_cast<Real>(3e18) * distance_scale) {
  const auto& filter = std::get<Bilateral>(pass.filter);
  layout_ = plane_layout(filter, problem.channels, problem.alpha);
  border_ = filter.border;
  constant_ = static_cast<Real>(stored(filter.border_value, problem.type, type_));
  if (filter.invalid) invalid_ = static_cast<Real>(stored(*filter.invalid, problem.type, type_));
  checks_ = !is_integer(type_) || invalid_ || problem.mask;
  if (layout_.distance == PlaneLayout::Distance::lab && is_integer(type_))
    linear_ = transfer_table(type_);
}

template <class Real>
void TileLoader<Real>::load_row(const Source& source, int x, int y, int pixels, Real* out,
                                std::ptrdiff_t plane, std::uint8_t* valid) const {
  const Row row{x, pixels, border_index(y, source.frame.height, border_), out, plane, valid};
  with_pixel_type(type_, [&]<class T>() {
    load_samples<T>(source, row);
    if (checks_) find_holes<T>(source, row);
  });
  make_distances(row);
  dig_holes(row, source.frame.width);
}

template <class Real>
template <class T>
void TileLoader<Real>::load_samples(const Source& source, const Row& row) const {
  const bool scaled = layout_.value_planes == 0 && !checks_;  // else after the checks
  for (int c = 0; c < layout_.averaged; ++c)
    load_channel<T>(source, row, c, scaled ? distance_scale_ : Real{1},
                    row.out + (first_value_plane() + c) * row.plane);
}

template <class Real>
template <class T>
void TileLoader<Real>::load_channel(const Source& source, const Row& row, int channel, Real scale,
                                    Real* out) const {
  const Real constant = constant_ * scale;
  if (row.source_row == outside) {
    std::fill_n(out, row.pixels, constant);
    return;
  }
  const int width = source.frame.width;
  const auto stride = source.image.stride.pixel;
  const auto sample = [&](int column) {  // in the whole image
    return source.image.at(column - source.frame.x, row.source_row - source.frame.y, channel);
  };
  const auto edge = [&](int i) {
    const int column = border_index(std::int64_t{row.x} + i, width, border_);
    out[i] =
        column == outside ? constant : static_cast<Real>(read_sample<T>(sample(column))) * scale;
  };
  const int left = std::clamp(-row.x, 0, row.pixels);
  const int right = std::clamp(width - row.x, left, row.pixels);
  for (int i = 0; i < left; ++i) edge(i);
  if (left < right) {
    const std::byte* from = sample(row.x + left);
    const auto copy = [&](auto step) {
      for (int i = left; i < right; ++i, from += step)
        out[i] = static_cast<Real>(read_sample<T>(from)) * scale;
    };
    if (stride == sizeof(T))
      copy(std::integral_constant<std::ptrdiff_t, sizeof(T)>{});
    else
      copy(stride);
  }
  for (int i = right; i < row.pixels; ++i) edge(i);
}

template <class Real>
template <class T>
void TileLoader<Real>::find_holes(const Source& source, const Row& row) const {
  const Real* const values = row.out + first_value_plane() * row.plane;
  std::fill_n(row.valid, row.pixels, std::uint8_t{1});
  const auto require_finite = [&](const Real* samples) {
    for (int i = 0; i < row.pixels; ++i) row.valid[i] &= std::isfinite(samples[i]);
  };
  if constexpr (!is_integer_sample<T>) {
    for (int c = 0; c < layout_.averaged; ++c) require_finite(values + c * row.plane);
    if (layout_.averaged < channels_ && row.source_row != outside) {
      // Alpha that is kept has no plane of its own.
      for (int i = 0; i < row.pixels; ++i) {
        const int column = border_index(std::int64_t{row.x} + i, source.frame.width, border_);
        if (column == outside) continue;
        const float alpha = read_sample<T>(source.image.at(
            column - source.frame.x, row.source_row - source.frame.y, channels_ - 1));
        row.valid[i] &= std::isfinite(alpha);
      }
    }
  }
  if (invalid_)
    for (int i = 0; i < row.pixels; ++i) {
      bool all = true;
      for (int c = 0; c < colours_; ++c) all &= values[c * row.plane + i] == *invalid_;
      row.valid[i] &= !all;
    }
  if (source.mask && row.source_row != outside)
    for (int i = 0; i < row.pixels; ++i) {
      const int column = border_index(std::int64_t{row.x} + i, source.frame.width, border_);
      if (column == outside) continue;
      const std::byte* at =
          source.mask.at(column - source.frame.x, row.source_row - source.frame.y);
      row.valid[i] &= *at != std::byte{0};
    }
}

template <class Real>
void TileLoader<Real>::make_distances(const Row& row) const {
  const bool scaled = layout_.value_planes == 0 && !checks_;
  const Real* const value = row.out + first_value_plane() * row.plane;
  switch (layout_.distance) {
    case PlaneLayout::Distance::channels:
      if (layout_.value_planes > 0) std::copy_n(value, row.pixels, row.out);  // gray and alpha
      break;
    case PlaneLayout::Distance::luma:
      for (int i = 0; i < row.pixels; ++i)
        row.out[i] =
            static_cast<Real>(luma(value[i], value[row.plane + i], value[2 * row.plane + i]));
      break;
    case PlaneLayout::Distance::lab:
      for (int i = 0; i < row.pixels; ++i) {
        std::array<double, 3> rgb;
        for (int c = 0; c < 3; ++c) {
          const Real v = value[c * row.plane + i];
          rgb[c] = linear_.empty() ? srgb_to_linear(v) : linear_[static_cast<std::size_t>(v)];
        }
        const auto lab = linear_to_lab100(rgb[0], rgb[1], rgb[2]);
        for (int c = 0; c < 3; ++c) row.out[c * row.plane + i] = static_cast<Real>(lab[c]);
      }
      break;
  }
  if (!scaled && distance_scale_ != Real{1}) scale_distances(row);
}

template <class Real>
void TileLoader<Real>::scale_distances(const Row& row) const {
  for (int p = 0; p < layout_.groups * layout_.distance_planes; ++p)
    for (int i = 0; i < row.pixels; ++i) row.out[p * row.plane + i] *= distance_scale_;
}

template <class Real>
void TileLoader<Real>::dig_holes(const Row& row, int width) const {
  const int distances = layout_.groups * layout_.distance_planes;
  const auto dig = [&](int first, int last) {
    for (int p = 0; p < layout_.planes(); ++p)
      std::fill(row.out + p * row.plane + first, row.out + p * row.plane + last,
                p < distances ? hole_ : Real{0});
  };
  if (border_ == Border::shrink || border_ == Border::copy) {
    const int left = row.source_row == outside ? row.pixels : std::clamp(-row.x, 0, row.pixels);
    dig(0, left);
    dig(std::clamp(width - row.x, left, row.pixels), row.pixels);
  }
  if (checks_)
    for (int i = 0; i < row.pixels; ++i)
      if (!row.valid[i]) dig(i, i + 1);
}

template class TileLoader<float>;
template class TileLoader<double>;

}  // namespace selvage::cpu
