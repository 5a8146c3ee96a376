// SPDX-License-Identifier: Apache-2.0
#include "methods/convolution/cpu/line_loader.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "backends/cpu/images/weighted_means.hpp"
#include "core/border.hpp"
#include "core/dispatch.hpp"
#include "core/sample.hpp"
#include "core/samples.hpp"

namespace selvage::cpu {
namespace {

// Copies the pixels of a view's row, channels interleaved.
template <class Column>
void gather(const ConstImageView& image, int row, int pixels, std::byte* to, Column column) {
  with_pixel_type(image.type, [&]<class T>() {
    for (int c = 0; c < image.channels; ++c) {
      const std::byte* const from = image.at(0, row, c);
      std::byte* at = to + c * std::ptrdiff_t{sizeof(T)};
      for (int i = 0; i < pixels; ++i, at += image.channels * std::ptrdiff_t{sizeof(T)})
        std::memcpy(at, from + column(i) * image.stride.pixel, sizeof(T));
    }
  });
}

}  // namespace

template <class Number>
LineLoader<Number>::LineLoader(const LinearStep& step, const Pass& pass, const Problem& problem,
                               const RowConvert<Number>& convert)
    : border_(step.border),
      channels_(problem.channels),
      colours_(problem.channels - (problem.alpha ? 1 : 0)),
      filtered_(filtered_channels(step, problem)),
      gray_(makes_gray(step, problem)),
      weighs_(weighs_alpha(step, problem)),
      checks_(may_have_holes(step, problem, pass.reads)),
      index_(border_index(-1, 2, border_) != outside),
      outside_(static_cast<std::size_t>(std::max(filtered_, 4))),
      convert_(convert) {
  const double constant = stored_value(step.border_value, problem.type, pass.reads);
  if (step.invalid)
    invalid_ = static_cast<Number>(stored_value(*step.invalid, problem.type, pass.reads));
  outside_counts_ =
      border_ == Border::constant && !(invalid_ && *invalid_ == static_cast<Number>(constant));
  if (!outside_counts_) return;
  std::array<std::byte, 16> samples;
  with_pixel_type(pass.reads, [&]<class T>() {
    for (int c = 0; c < 4; ++c)
      write_sample(samples.data() + c * std::ptrdiff_t{sizeof(T)}, round_sample<T>(constant));
  });
  std::array<Number, 4> pixel;
  convert_.load(samples.data(), 4, pixel.data());
  if (gray_)
    make_gray(pixel.data(), 1, outside_.data());
  else
    std::ranges::fill(outside_, pixel.front());
  if (weighs_) weigh(outside_.data(), 1);
}

template <class Number>
typename LineLoader<Number>::Row LineLoader<Number>::load(const Source& source, int y,
                                                          const BorderColumns& columns,
                                                          const LineTarget<Number>& to) const {
  const int row_of_image = border_index(y, source.frame.height, border_);
  if (row_of_image == outside) {
    for (int i = 0; i < columns.pixels; ++i)
      std::copy_n(outside_.begin(), filtered_, to.numbers + std::ptrdiff_t{i} * filtered_);
    return {.inside = false};
  }
  const int row = row_of_image - source.frame.y;
  Number* const numbers = gray_ ? to.colours : to.numbers;
  bool finite = load_inside(source, row, columns, to, numbers);
  if (index_ && columns.near) {
    columns.extend(numbers, channels_, outside_.data());
  } else if (index_) {
    finite &= load_outside(source, row, columns, 0, columns.first, to, numbers);
    finite &= load_outside(source, row, columns, columns.last, columns.pixels, to, numbers);
  }
  const bool holes = checks_ && find_holes(source, row, columns, finite, numbers, to.valid);
  if (gray_) make_gray(numbers, columns.pixels, to.numbers);
  if (weighs_) {
    const int first = index_ ? 0 : columns.first, last = index_ ? columns.pixels : columns.last;
    weigh(to.numbers + std::ptrdiff_t{first} * filtered_, last - first);
  }
  if (!index_) fill_outside(columns, to.numbers);
  if (holes) mark_invalid(columns, to);
  return {.inside = true, .holes = holes};
}

template <class Number>
bool LineLoader<Number>::load_inside(const Source& source, int row, const BorderColumns& columns,
                                     const LineTarget<Number>& to, Number* numbers) const {
  if (columns.first == columns.last) return true;
  const int column = columns.x + columns.first - source.frame.x;
  const int pixels = columns.last - columns.first;
  const std::byte* samples = to.samples;
  if (rows_are_solid(source.image))
    samples = source.image.at(column, row);
  else
    gather(source.image, row, pixels, to.samples, [&](int i) { return column + i; });
  return convert_.load(samples, std::ptrdiff_t{pixels} * channels_,
                       numbers + std::ptrdiff_t{columns.first} * channels_);
}

// Copies pixels first..last - 1 of the requested columns from the pixels that stand for them.
template <class Number>
bool LineLoader<Number>::load_outside(const Source& source, int row, const BorderColumns& columns,
                                      int first, int last, const LineTarget<Number>& to,
                                      Number* numbers) const {
  if (first == last) return true;
  gather(source.image, row, last - first, to.samples,
         [&](int i) { return columns.column(first + i) - source.frame.x; });
  return convert_.load(to.samples, std::ptrdiff_t{last - first} * channels_,
                       numbers + std::ptrdiff_t{first} * channels_);
}

template <class Number>
void LineLoader<Number>::fill_outside(const BorderColumns& columns, Number* numbers) const {
  columns.extend(numbers, filtered_, outside_.data());
}

// Writes 0.299 R + 0.587 G + 0.114 B, and alpha if it is filtered.
template <class Number>
void LineLoader<Number>::make_gray(const Number* colours, int pixels, Number* numbers) const {
  if constexpr (std::is_floating_point_v<Number>) {
    constexpr Number red = Number(0.299), green = Number(0.587), blue = Number(0.114);
    for (int i = 0; i < pixels; ++i) {
      const Number* const pixel = colours + std::ptrdiff_t{i} * channels_;
      Number* const gray = numbers + std::ptrdiff_t{i} * filtered_;
      gray[0] = red * pixel[0] + green * pixel[1] + blue * pixel[2];
      if (filtered_ == 2) gray[1] = pixel[3];
    }
  }
}

// Multiplies the colours by alpha, which counts as 0 where it is below.
template <class Number>
void LineLoader<Number>::weigh(Number* numbers, int pixels) const {
  if constexpr (std::is_floating_point_v<Number>) {
    switch (filtered_) {
      case 2: return multiply_by_alpha<2>(numbers, pixels);
      case 3: return multiply_by_alpha<3>(numbers, pixels);
      default: return multiply_by_alpha<4>(numbers, pixels);
    }
  }
}

// Fills `valid`. Returns true if a pixel is invalid. `numbers` hold all channels of the image.
template <class Number>
bool LineLoader<Number>::find_holes(const Source& source, int row, const BorderColumns& columns,
                                    bool finite, const Number* numbers, std::uint8_t* valid) const {
  if (finite && !invalid_ && !source.mask) return false;
  const int first = index_ ? 0 : columns.first, last = index_ ? columns.pixels : columns.last;
  std::fill_n(valid, columns.pixels, std::uint8_t{1});
  for (int i = first; i < last; ++i) {
    const Number* const pixel = numbers + std::ptrdiff_t{i} * channels_;
    if (!finite)
      for (int c = 0; c < channels_; ++c) valid[i] &= std::isfinite(static_cast<double>(pixel[c]));
    if (invalid_)
      valid[i] &= !std::all_of(pixel, pixel + colours_, [&](Number v) { return v == *invalid_; });
    if (source.mask)
      valid[i] &= *source.mask.at(columns.column(i) - source.frame.x, row) != std::byte{0};
  }
  return std::memchr(valid, 0, static_cast<std::size_t>(columns.pixels)) != nullptr;
}

// Sets invalid pixels to 0 and writes `part`.
template <class Number>
void LineLoader<Number>::mark_invalid(const BorderColumns& columns,
                                      const LineTarget<Number>& to) const {
  for (int i = 0; i < columns.pixels; ++i) {
    const bool inside = index_ || (i >= columns.first && i < columns.last);
    if (!to.valid[i]) std::fill_n(to.numbers + std::ptrdiff_t{i} * filtered_, filtered_, Number{0});
    if (to.part) to.part[i] = (inside ? to.valid[i] != 0 : outside_counts_) ? Number{1} : Number{0};
  }
}

template <class Number>
void LineLoader<Number>::clean_part(const BorderColumns& columns, Number* part) const {
  const bool all = index_ || outside_counts_;
  for (int i = 0; i < columns.pixels; ++i)
    part[i] = all || (i >= columns.first && i < columns.last) ? Number{1} : Number{0};
}

template class LineLoader<float>;
template class LineLoader<double>;
template class LineLoader<std::uint16_t>;

}  // namespace selvage::cpu
