// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/tile_loader.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "core/border.hpp"
#include "core/colour.hpp"
#include "core/dispatch.hpp"
#include "core/sample.hpp"
#include "core/samples.hpp"

namespace selvage::cpu {
namespace {

std::vector<double> transfer_table(PixelType type) {
  std::vector<double> table(static_cast<std::size_t>(full_scale(type)) + 1);
  for (std::size_t v = 0; v < table.size(); ++v)
    table[v] = srgb_to_linear(static_cast<double>(v) / full_scale(type));
  return table;
}

// By bits, in a loop that vectorises.
bool all_finite(const float* samples, int count) {
  std::int32_t largest = 0;
  for (int i = 0; i < count; ++i)
    largest = std::max(largest, std::bit_cast<std::int32_t>(samples[i]) & 0x7fffffff);
  return largest < 0x7f800000;
}

bool all_finite(const double* samples, int count) {
  return std::all_of(samples, samples + count, [](double v) { return std::isfinite(v); });
}

}  // namespace

template <class Real>
TileLoader<Real>::TileLoader(const Pass& pass, const Problem& problem, Real distance_scale,
                             const ByteRows& bytes, bool split)
    : type_(pass.reads),
      channels_(problem.channels),
      colours_(problem.channels - (problem.alpha ? 1 : 0)),
      distance_scale_(distance_scale),
      // Larger than any sample within the contract (1e18); its square may become infinite.
      hole_(static_cast<Real>(3e18) * distance_scale),
      bytes_(bytes) {
  const auto& filter = std::get<WindowMean>(pass.step);
  layout_ = plane_layout(filter, problem, split);
  border_ = filter.border;
  constant_ = static_cast<Real>(stored_value(filter.border_value, problem.type, type_));
  if (filter.invalid)
    invalid_ = static_cast<Real>(stored_value(*filter.invalid, problem.type, type_));
  checks_ = !is_integer(type_) || invalid_ || problem.mask;
  if (layout_.distance == PlaneLayout::Distance::lab && is_integer(type_))
    linear_ = transfer_table(type_);
}

template <class Real>
bool TileLoader<Real>::load_row(const Source& source, int x, int y, int pixels, Real* out,
                                std::ptrdiff_t plane, std::uint8_t* valid) const {
  const Row row{x, pixels, border_index(y, source.frame.height, border_), out, plane, valid};
  const bool holes = with_pixel_type(type_, [&]<class T>() {
    load_samples<T>(source, row);
    return checks_ && find_holes<T>(source, row);
  });
  make_distances(row);
  if (border_ == Border::shrink || border_ == Border::copy) dig_border(row, source.frame.width);
  if (holes)
    for (int i = 0; i < pixels; ++i)
      if (!valid[i]) dig(row, i, i + 1);
  return holes;
}

template <class Real>
template <class T>
void TileLoader<Real>::load_samples(const Source& source, const Row& row) const {
  const bool scaled = layout_.value_planes == 0 && !checks_;  // else after the checks
  const Real scale = scaled ? distance_scale_ : Real{1};
  const int done = std::is_same_v<T, std::uint8_t> ? load_bytes(source, row, scale) : 0;
  for (int c = 0; c < layout_.averaged; ++c)
    load_channel<T>(source, row, c, done, scale, row.out + value_plane(c) * row.plane);
}

// The pixels of a row that lie in the image: first..last - 1 of those asked for.
template <class Real>
typename TileLoader<Real>::Inside TileLoader<Real>::inside(const Row& row, int width) {
  const int first = std::clamp(-row.x, 0, row.pixels);
  return {first, std::clamp(width - row.x, first, row.pixels)};
}

// Loads what whole vectors can of the inside of a row of bytes; returns how many pixels.
template <class Real>
int TileLoader<Real>::load_bytes(const Source& source, const Row& row, Real scale) const {
  if constexpr (std::is_same_v<Real, float>) {
    const ConstImageView& image = source.image;
    const Inside in = inside(row, source.frame.width);
    if (bytes_.load == nullptr || !rows_are_solid(image) || row.source_row == outside ||
        in.first == in.last)
      return 0;
    const std::byte* from =
        image.at(row.x + in.first - source.frame.x, row.source_row - source.frame.y);
    return bytes_.load(reinterpret_cast<const std::uint8_t*>(from), in.last - in.first, channels_,
                       layout_.averaged, scale, row.out + value_plane(0) * row.plane + in.first,
                       row.plane);
  }
  return 0;
}

// One channel of a row, but for `done` pixels of its inside.
template <class Real>
template <class T>
void TileLoader<Real>::load_channel(const Source& source, const Row& row, int channel, int done,
                                    Real scale, Real* out) const {
  const Real constant = constant_ * scale;
  if (row.source_row == outside) {
    std::fill_n(out, row.pixels, constant);
    return;
  }
  const int width = source.frame.width;
  const auto sample = [&](int column) {  // in the whole image
    return source.image.at(column - source.frame.x, row.source_row - source.frame.y, channel);
  };
  const auto edge = [&](int i) {
    const int column = border_index(std::int64_t{row.x} + i, width, border_);
    out[i] =
        column == outside ? constant : static_cast<Real>(read_sample<T>(sample(column))) * scale;
  };
  const Inside in = inside(row, width);
  for (int i = 0; i < in.first; ++i) edge(i);
  if (in.first + done < in.last) {
    const std::byte* from = sample(row.x + in.first + done);
    const auto copy = [&](auto stride) {
      for (int i = in.first + done; i < in.last; ++i, from += stride)
        out[i] = static_cast<Real>(read_sample<T>(from)) * scale;
    };
    if (source.image.stride.pixel == sizeof(T))
      copy(std::integral_constant<std::ptrdiff_t, sizeof(T)>{});
    else
      copy(source.image.stride.pixel);
  }
  for (int i = in.last; i < row.pixels; ++i) edge(i);
}

// Fills row.valid; true when a pixel is invalid.
template <class Real>
template <class T>
bool TileLoader<Real>::find_holes(const Source& source, const Row& row) const {
  std::fill_n(row.valid, row.pixels, std::uint8_t{1});
  const Real* const values = row.out + value_plane(0) * row.plane;
  if constexpr (!is_integer_sample<T>) {
    for (int c = 0; c < layout_.averaged; ++c)
      if (!all_finite(values + c * row.plane, row.pixels))
        for (int i = 0; i < row.pixels; ++i)
          row.valid[i] &= std::isfinite(values[c * row.plane + i]);
    // Alpha that is kept has no plane of its own.
    if (layout_.averaged < channels_)
      check_sources(source.image, source, row, [&](ConstImageView image, int x, int y) {
        return std::isfinite(read_sample<T>(image.at(x, y, channels_ - 1)));
      });
  }
  if (invalid_)
    for (int i = 0; i < row.pixels; ++i) {
      bool all = true;
      for (int c = 0; c < colours_; ++c) all &= values[c * row.plane + i] == *invalid_;
      row.valid[i] &= !all;
    }
  if (source.mask)
    check_sources(source.mask, source, row,
                  [](ConstImageView mask, int x, int y) { return *mask.at(x, y) != std::byte{0}; });
  return std::memchr(row.valid, 0, static_cast<std::size_t>(row.pixels)) != nullptr;
}

// Asks `check` of the pixel of `view` that answers for each pixel of the row.
template <class Real>
template <class Check>
void TileLoader<Real>::check_sources(const ConstImageView& view, const Source& source,
                                     const Row& row, Check check) const {
  if (row.source_row == outside) return;
  for (int i = 0; i < row.pixels; ++i) {
    const int column = border_index(std::int64_t{row.x} + i, source.frame.width, border_);
    if (column != outside)
      row.valid[i] &= check(view, column - source.frame.x, row.source_row - source.frame.y);
  }
}

template <class Real>
void TileLoader<Real>::write_distance(const Row& row, int distance, int i, double value) const {
  Real& near = row.out[distance * row.plane + i];
  near = static_cast<Real>(value);
  if (layout_.split)
    row.out[(layout_.distance_planes + distance) * row.plane + i] =
        static_cast<Real>(value - static_cast<double>(near));
}

template <class Real>
void TileLoader<Real>::make_distances(const Row& row) const {
  const Real* const value = row.out + value_plane(0) * row.plane;
  switch (layout_.distance) {
    case PlaneLayout::Distance::channels:
      if (layout_.value_planes > 0)  // gray and alpha
        for (int i = 0; i < row.pixels; ++i) write_distance(row, 0, i, double{value[i]});
      break;
    case PlaneLayout::Distance::luma:
      for (int i = 0; i < row.pixels; ++i)
        write_distance(row, 0, i, luma(value[i], value[row.plane + i], value[2 * row.plane + i]));
      break;
    case PlaneLayout::Distance::lab: make_lab(row); break;
    case PlaneLayout::Distance::none: break;
  }
  const bool scaled = layout_.value_planes == 0 && !checks_;
  if (!scaled && distance_scale_ != Real{1}) scale_distances(row);
}

// By pieces, so that the conversion's loops run over arrays.
template <class Real>
void TileLoader<Real>::make_lab(const Row& row) const {
  const Real* const value = row.out + value_plane(0) * row.plane;
  LabPiece piece;
  for (int first = 0; first < row.pixels; first += LabPiece::pixels) {
    const int count = std::min(LabPiece::pixels, row.pixels - first);
    for (int c = 0; c < 3; ++c)
      for (int i = 0; i < count; ++i) {
        const Real v = value[c * row.plane + first + i];
        piece.plane[c][i] =
            linear_.empty() ? srgb_to_linear(double{v}) : linear_[static_cast<std::size_t>(v)];
      }
    linear_to_lab100(piece);
    for (int c = 0; c < 3; ++c)
      for (int i = 0; i < count; ++i) write_distance(row, c, first + i, piece.plane[c][i]);
  }
}

template <class Real>
void TileLoader<Real>::scale_distances(const Row& row) const {
  for (int p = 0; p < layout_.groups * layout_.distance_planes; ++p)
    for (int i = 0; i < row.pixels; ++i) row.out[p * row.plane + i] *= distance_scale_;
}

// Pixels first..last - 1 become holes.
template <class Real>
void TileLoader<Real>::dig(const Row& row, int first, int last) const {
  const int distances = layout_.groups * layout_.distance_planes;
  for (int p = 0; p < layout_.planes(); ++p)
    std::fill(row.out + p * row.plane + first, row.out + p * row.plane + last,
              p < distances ? hole_ : Real{0});
}

// Pixels outside the image become holes.
template <class Real>
void TileLoader<Real>::dig_border(const Row& row, int width) const {
  if (row.source_row == outside) return dig(row, 0, row.pixels);
  const Inside in = inside(row, width);
  dig(row, 0, in.first);
  dig(row, in.last, row.pixels);
}

template class TileLoader<float>;
template class TileLoader<double>;

}  // namespace selvage::cpu
