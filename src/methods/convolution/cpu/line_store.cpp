// SPDX-License-Identifier: Apache-2.0
#include "methods/convolution/cpu/line_store.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

#include "backends/cpu/images/valid_means.hpp"
#include "core/colour.hpp"
#include "core/dispatch.hpp"
#include "core/sample.hpp"
#include "core/samples.hpp"
#include "filters/planes.hpp"

namespace selvage::cpu {
namespace {

template <class T>
void scatter(const std::byte* from, int channels, const ImageView& to, int count) {
  for (int c = 0; c < count; ++c)
    for (int x = 0; x < to.width; ++x)
      std::memcpy(to.at(x, 0, c),
                  from + (std::ptrdiff_t{x} * channels + c) * std::ptrdiff_t{sizeof(T)}, sizeof(T));
}

}  // namespace

template <class Number>
LineStore<Number>::LineStore(const LinearStep& step, const Pass& pass, const Problem& problem,
                             const RowConvert<Number>& convert)
    : filtered_(filtered_channels(step, problem)),
      gray_(makes_gray(step, problem)),
      sentinel_(pass.sentinel),
      convert_(convert) {
  const int colours = gray_ ? 1 : problem.channels - (problem.alpha ? 1 : 0);
  written_ = step.alpha == Alpha::keep ? colours : filtered_;
  weighs_ = weighs_alpha(step, problem);
  if constexpr (std::is_floating_point_v<Number>) {
    gain_ = static_cast<Number>(step.scale * full_scale(pass.writes) / full_scale(pass.reads));
    offset_ = static_cast<Number>(step.offset * full_scale(pass.writes));
    if (!weighs_) return;
    const double all = step.mean ? 1.0 : magnitude(step);  // no weight is below 0
    const double scale = full_scale(pass.writes) / full_scale(pass.reads);
    quotient_ = {.least = static_cast<Number>(least_alpha * full_scale(pass.reads) * all),
                 .alpha_gain = static_cast<Number>(scale / all),
                 .colour_gain = static_cast<Number>(step.scale * all * scale),
                 .colour_offset = std::exchange(offset_, Number{0})};
    gain_ = Number{1};
  }
}

template <class Number>
bool LineStore<Number>::divide(Number* sums, std::ptrdiff_t pixels) const {
  if constexpr (std::is_floating_point_v<Number>) {
    switch (filtered_) {
      case 2: return quotient_.template divide<2>(sums, pixels);
      case 3: return quotient_.template divide<3>(sums, pixels);
      default: return quotient_.template divide<4>(sums, pixels);
    }
  }
  return false;
}

template <class Number>
bool LineStore<Number>::is_plain(const ImageView& to) const {
  return std::is_same_v<Number, float> && to.type == PixelType::f32 && rows_are_solid(to) &&
         to.channels == filtered_ && written_ == filtered_ && !sentinel_ && !weighs_ &&
         to.stride.row % std::ptrdiff_t{sizeof(float)} == 0 &&
         reinterpret_cast<std::uintptr_t>(to.data) % sizeof(float) == 0;
}

template <class Number>
void LineStore<Number>::store(const Row& row) const {
  const std::ptrdiff_t samples = std::ptrdiff_t{row.to.width} * filtered_;
  if (rows_are_solid(row.to) && row.to.channels == filtered_) {
    convert_.store(row.numbers, samples, gain_, offset_, row.to.data, row.stream);
  } else {
    convert_.store(row.numbers, samples, gain_, offset_, row.samples, false);
    with_pixel_type(row.to.type,
                    [&]<class T>() { scatter<T>(row.samples, filtered_, row.to, written_); });
  }
  keep_means_valid(row.to, sentinel_, row.computed);
  if (row.computed == nullptr && written_ == row.to.channels && !row.transparent) return;
  with_pixel_type(row.from.type, [&]<class From>() {
    with_pixel_type(row.to.type, [&]<class To>() {
      copy_rest<From, To>(row);
      if (row.transparent) copy_transparent<From, To>(row);
    });
  });
}

template <class Number>
template <class From, class To>
void LineStore<Number>::copy_rest(const Row& row) const {
  if (written_ < row.to.channels)  // alpha
    for (int x = 0; x < row.to.width; ++x)
      write_sample(row.to.at(x, 0, written_),
                   convert_sample<From, To>(row.from.at(x, 0, row.from.channels - 1)));
  if (row.computed == nullptr) return;
  for (int x = 0; x < row.to.width; ++x) {
    if (row.computed[x]) continue;
    if (gray_)
      copy_gray<From, To>(row, x, written_);
    else
      for (int c = 0; c < written_; ++c)
        write_sample(row.to.at(x, 0, c), convert_sample<From, To>(row.from.at(x, 0, c)));
  }
}

// Copies the colours of results that are transparent.
template <class Number>
template <class From, class To>
void LineStore<Number>::copy_transparent(const Row& row) const {
  const int colours = filtered_ - 1;
  for (int x = 0; x < row.to.width; ++x) {
    const bool computed = row.computed == nullptr || row.computed[x];
    if (!computed || row.numbers[std::ptrdiff_t{x} * filtered_ + colours] != Number{0}) continue;
    if (gray_)
      copy_gray<From, To>(row, x, colours);
    else
      for (int c = 0; c < colours; ++c)
        write_sample(row.to.at(x, 0, c), convert_sample<From, To>(row.from.at(x, 0, c)));
  }
}

// Writes the luminance of a pixel, and its alpha if that is one of the `channels`.
template <class Number>
template <class From, class To>
void LineStore<Number>::copy_gray(const Row& row, int x, int channels) const {
  const auto sample = [&](int c) { return double{read_sample<From>(row.from.at(x, 0, c))}; };
  const double gray = luma(sample(0), sample(1), sample(2));
  write_sample(row.to.at(x, 0, 0),
               round_sample<To>(gray / double{sample_scale<From>} * double{sample_scale<To>}));
  if (channels == 2)
    write_sample(row.to.at(x, 0, 1), convert_sample<From, To>(row.from.at(x, 0, 3)));
}

template class LineStore<float>;
template class LineStore<double>;
template class LineStore<std::uint16_t>;

}  // namespace selvage::cpu
