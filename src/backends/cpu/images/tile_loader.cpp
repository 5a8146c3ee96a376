// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/images/tile_loader.hpp"

#include <algorithm>
#include <cstring>

#include "core/samples.hpp"

namespace selvage::cpu {
namespace {

using Distance = PlaneLayout::Distance;

// Returns Border::constant's value in stored units. A guide made by an earlier pass has the
// image's.
template <class Real>
Real constant_of(const WindowMean& step, PixelType image, PixelType reads) {
  return static_cast<Real>(stored_value(step.border_value, image, reads));
}

template <class Real>
SampleRows<Real> image_rows(const Pass& pass, const Problem& problem, const VectorRows& vectors) {
  const auto& step = std::get<WindowMean>(pass.step);
  return {pass.reads, problem.channels, constant_of<Real>(step, problem.type, pass.reads), vectors};
}

template <class Real>
SampleRows<Real> guide_rows(const Pass& pass, const Problem& problem, const VectorRows& vectors) {
  const auto& step = std::get<WindowMean>(pass.step);
  const PixelType reads = distance_type(step, problem, pass.reads);
  const bool given = step.guide == Guide::given;
  return {reads, given ? problem.shapes.guide.channels : problem.channels,
          constant_of<Real>(step, given ? reads : problem.type, reads), vectors};
}

}  // namespace

template <class Real>
TileLoader<Real>::TileLoader(const Pass& pass, const Problem& problem, Real distance_scale,
                             const VectorRows& vectors, bool split)
    : layout_(plane_layout(std::get<WindowMean>(pass.step), problem, split)),
      border_(std::get<WindowMean>(pass.step).border),
      colours_(problem.channels - (problem.alpha ? 1 : 0)),
      guide_channels_(guide_channels(std::get<WindowMean>(pass.step), problem)),
      distance_scale_(distance_scale),
      // Larger than any sample within the contract (1e18); its square may become infinite.
      hole_(static_cast<Real>(3e18) * distance_scale),
      image_(image_rows<Real>(pass, problem, vectors)),
      guide_(guide_rows<Real>(pass, problem, vectors)),
      colours_of_(layout_, guide_.type()) {
  const auto& step = std::get<WindowMean>(pass.step);
  if (step.invalid)
    invalid_ = static_cast<Real>(stored_value(*step.invalid, problem.type, pass.reads));
  checks_ = !is_integer(pass.reads) || invalid_ || problem.mask ||
            (layout_.distance != Distance::none && !is_integer(guide_.type()));
  scaled_ = layout_.value_planes == 0 && !checks_;  // otherwise after the checks
}

template <class Real>
bool TileLoader<Real>::load_row(const Source& source, int x, int y, int pixels, Real* out,
                                std::ptrdiff_t plane, std::uint8_t* valid) const {
  const RowSpan span{source.frame, border_, x, pixels,
                     border_index(y, source.frame.height, border_)};
  const Row row{span, out, plane, valid};
  Real* const values = out + value_plane(0) * plane;
  image_.load(source.image, span, layout_.averaged, scaled_ ? distance_scale_ : Real{1}, values,
              value_step() * plane);
  if (checks_) check_image(source, row);
  if (layout_.guided)
    load_guide(source.guide, row);
  else if (layout_.value_planes > 0)
    colours_of_.make(values, plane, pixels, out, plane);
  if (layout_.weighs) weigh(row);
  if (!scaled_ && distance_scale_ != Real{1}) scale_distances(row);
  if (border_ == Border::shrink || border_ == Border::copy) mark_border_invalid(row);
  if (!checks_ || std::memchr(valid, 0, static_cast<std::size_t>(pixels)) == nullptr) return false;
  for (int i = 0; i < pixels; ++i)
    if (!valid[i]) mark_invalid(row, i, i + 1);
  return true;
}

// Multiplies the colours by alpha, which counts as 0 where it is below.
template <class Real>
void TileLoader<Real>::weigh(const Row& row) const {
  Real* const alpha = row.out + value_plane(colours_) * row.plane;
  for (int i = 0; i < row.span.pixels; ++i) alpha[i] = alpha[i] > Real{0} ? alpha[i] : Real{0};
  for (int c = 0; c < colours_; ++c) {
    Real* const colour = row.out + value_plane(c) * row.plane;
    for (int i = 0; i < row.span.pixels; ++i) colour[i] *= alpha[i];
  }
}

// Fills row.valid from the image and its mask.
template <class Real>
void TileLoader<Real>::check_image(const Source& source, const Row& row) const {
  const int pixels = row.span.pixels;
  std::fill_n(row.valid, pixels, std::uint8_t{1});
  const Real* const values = row.out + value_plane(0) * row.plane;
  const std::ptrdiff_t plane = value_step() * row.plane;
  if (!is_integer(image_.type()))
    image_.check_finite(source.image, row.span, layout_.averaged, values, plane, row.valid);
  if (invalid_)
    for (int i = 0; i < pixels; ++i) {
      bool all = true;
      for (int c = 0; c < colours_; ++c) all &= values[c * plane + i] == *invalid_;
      row.valid[i] &= !all;
    }
  if (source.mask)
    check_each(row.span, row.valid,
               [&](int x, int y) { return *source.mask.at(x, y) != std::byte{0}; });
}

// Loads the distance planes of the guide; pixels where it is not finite become invalid.
template <class Real>
void TileLoader<Real>::load_guide(const ConstImageView& guide, const Row& row) const {
  switch (layout_.distance) {
    case Distance::none: std::fill_n(row.out, row.span.pixels, Real{0}); break;
    case Distance::luma:
    case Distance::lab: load_colour_guide(guide, row); break;
    case Distance::channels: {
      const std::ptrdiff_t plane = layout_.groups > 1 ? value_step() * row.plane : row.plane;
      guide_.load(guide, row.span, guide_channels_, Real{1}, row.out, plane);
      if (!is_integer(guide_.type()))
        guide_.check_finite(guide, row.span, guide_channels_, row.out, plane, row.valid);
    }
  }
}

// Converts block by block, because the samples have no planes of their own.
template <class Real>
void TileLoader<Real>::load_colour_guide(const ConstImageView& guide, const Row& row) const {
  constexpr int block = 64;  // pixels
  Real samples[3 * block];
  for (int first = 0; first < row.span.pixels; first += block) {
    RowSpan span = row.span;
    span.x += first;
    span.pixels = std::min(block, row.span.pixels - first);
    guide_.load(guide, span, guide_channels_, Real{1}, samples, block);
    if (!is_integer(guide_.type()))
      guide_.check_finite(guide, span, guide_channels_, samples, block, row.valid + first);
    colours_of_.make(samples, block, span.pixels, row.out + first, row.plane);
  }
}

template <class Real>
bool TileLoader<Real>::load_guide_pixel(const Source& source, int x, int y, Real* out) const {
  std::uint8_t valid = 1;
  load_guide(source.guide, {{source.frame, border_, x, 1, y}, out, 1, &valid});
  return valid != 0;
}

template <class Real>
void TileLoader<Real>::scale_distances(const Row& row) const {
  for (int p = 0; p < layout_.groups * layout_.distance_planes; ++p)
    for (int i = 0; i < row.span.pixels; ++i) row.out[p * row.plane + i] *= distance_scale_;
}

// Pixels first..last - 1 become holes.
template <class Real>
void TileLoader<Real>::mark_invalid(const Row& row, int first, int last) const {
  for (int p = 0; p < layout_.planes(); ++p)
    std::fill(row.out + p * row.plane + first, row.out + p * row.plane + last,
              p % layout_.planes_of_group() < layout_.distance_planes ? hole_ : Real{0});
}

// Pixels outside the image become holes.
template <class Real>
void TileLoader<Real>::mark_border_invalid(const Row& row) const {
  if (row.span.source_row == outside) return mark_invalid(row, 0, row.span.pixels);
  const RowSpan::Inside in = row.span.inside();
  mark_invalid(row, 0, in.first);
  mark_invalid(row, in.last, row.span.pixels);
}

template class TileLoader<float>;
template class TileLoader<double>;

}  // namespace selvage::cpu
