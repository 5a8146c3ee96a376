// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/images/sample_rows.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <type_traits>

#include "core/dispatch.hpp"
#include "core/sample.hpp"
#include "core/samples.hpp"

namespace selvage::cpu {
namespace {

// Tests bits, in a loop that vectorises.
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

RowSpan::Inside RowSpan::inside() const {
  const int first = std::clamp(-x, 0, pixels);
  return {first, std::clamp(frame.width - x, first, pixels)};
}

template <class Real>
void SampleRows<Real>::load(const ConstImageView& image, const RowSpan& span, int count, Real scale,
                            Real* out, std::ptrdiff_t plane) const {
  if (channels_ > VectorRows::most_channels)
    return load_blocks(image, span, count, scale, out, plane);
  const int done = load_vectors(image, span, count, scale, out, plane);
  with_pixel_type(type_, [&]<class T>() {
    for (int c = 0; c < count; ++c) load_channel<T>(image, span, c, done, scale, out + c * plane);
  });
}

// Loads all channels of a few pixels before the next ones, so that interleaved samples are read
// from memory once.
template <class Real>
void SampleRows<Real>::load_blocks(const ConstImageView& image, const RowSpan& span, int count,
                                   Real scale, Real* out, std::ptrdiff_t plane) const {
  constexpr int block = 32;  // pixels
  with_pixel_type(type_, [&]<class T>() {
    for (int first = 0; first < span.pixels; first += block) {
      const RowSpan part{span.frame, span.border, span.x + first,
                         std::min(block, span.pixels - first), span.source_row};
      for (int c = 0; c < count; ++c)
        load_channel<T>(image, part, c, 0, scale, out + c * plane + first);
    }
  });
}

// Loads the part of a row's inside that fills whole vectors; returns its number of pixels.
template <class Real>
int SampleRows<Real>::load_vectors(const ConstImageView& image, const RowSpan& span, int count,
                                   Real scale, Real* out, std::ptrdiff_t plane) const {
  if constexpr (std::is_same_v<Real, float>) {
    const RowSpan::Inside in = span.inside();
    const VectorRows::Load vectors = vectors_.load(type_);
    if (vectors == nullptr || !rows_are_solid(image) || span.source_row == outside ||
        in.first == in.last)
      return 0;
    const std::byte* from =
        image.at(span.x + in.first - span.frame.x, span.source_row - span.frame.y);
    return vectors(from, in.last - in.first, channels_, count, scale, out + in.first, plane);
  }
  return 0;
}

// Loads one channel of a row, except for `done` pixels of its inside.
template <class Real>
template <class T>
void SampleRows<Real>::load_channel(const ConstImageView& image, const RowSpan& span, int channel,
                                    int done, Real scale, Real* out) const {
  const Real constant = constant_ * scale;
  if (span.source_row == outside) {
    std::fill_n(out, span.pixels, constant);
    return;
  }
  const auto sample = [&](int column) {  // in the whole image
    return image.at(column - span.frame.x, span.source_row - span.frame.y, channel);
  };
  const auto edge = [&](int i) {
    const int column = border_index(std::int64_t{span.x} + i, span.frame.width, span.border);
    out[i] =
        column == outside ? constant : static_cast<Real>(read_sample<T>(sample(column))) * scale;
  };
  const RowSpan::Inside in = span.inside();
  for (int i = 0; i < in.first; ++i) edge(i);
  if (in.first + done < in.last) {
    const std::byte* from = sample(span.x + in.first + done);
    const auto copy = [&](auto stride) {
      for (int i = in.first + done; i < in.last; ++i, from += stride)
        out[i] = static_cast<Real>(read_sample<T>(from)) * scale;
    };
    if (image.stride.pixel == sizeof(T))
      copy(std::integral_constant<std::ptrdiff_t, sizeof(T)>{});
    else
      copy(image.stride.pixel);
  }
  for (int i = in.last; i < span.pixels; ++i) edge(i);
}

template <class Real>
void SampleRows<Real>::check_finite(const ConstImageView& image, const RowSpan& span, int count,
                                    const Real* planes, std::ptrdiff_t plane,
                                    std::uint8_t* valid) const {
  for (int c = 0; c < count; ++c)
    if (!all_finite(planes + c * plane, span.pixels))
      for (int i = 0; i < span.pixels; ++i) valid[i] &= std::isfinite(planes[c * plane + i]);
  if (count == channels_) return;
  with_pixel_type(type_, [&]<class T>() {
    check_each(span, valid, [&](int x, int y) {
      bool finite = true;
      for (int c = count; c < channels_; ++c)
        finite &= std::isfinite(read_sample<T>(image.at(x, y, c)));
      return finite;
    });
  });
}

template class SampleRows<float>;
template class SampleRows<double>;

}  // namespace selvage::cpu
