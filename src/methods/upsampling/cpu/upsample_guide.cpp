// SPDX-License-Identifier: Apache-2.0
#include "methods/upsampling/cpu/upsample_guide.hpp"

#include <algorithm>
#include <cmath>

#include "core/dispatch.hpp"
#include "core/sample.hpp"

namespace selvage::cpu {

UpsampleGuide::UpsampleGuide(const Upsampling& problem)
    : distance_(problem.layout.distance),
      planes_(problem.distance_planes()),
      type_(problem.guide.type),
      channels_(problem.guide.channels),
      colour_rows_(problem.layout, type_) {}

void UpsampleGuide::read(const ConstImageView& guide, const int* columns, int count, int y,
                         const GuidePixels& out) const {
  const bool of_channels = distance_ == PlaneLayout::Distance::channels;
  with_pixel_type(type_, [&]<class T>() {
    const auto read_channel = [&](int c, double* to) {
      const std::byte* const row = guide.at(0, y, c);
      for (int i = 0; i < count; ++i) to[i] = read_sample<T>(row + columns[i] * guide.stride.pixel);
    };
    if (of_channels)
      for (int p = 0; p < planes_; ++p) read_channel(p, out.planes + p * out.stride);
    else
      for (int c = 0; c < 3; ++c) read_channel(c, out.samples + c * std::ptrdiff_t{count});
    if constexpr (!is_integer_sample<T>)
      for (int c = 0; c < channels_; ++c)
        for (int i = 0; i < count; ++i)
          out.valid[i] &= std::isfinite(read_sample<T>(guide.at(columns[i], y, c)));
  });
  if (!of_channels) colour_rows_.make(out.samples, count, count, out.planes, out.stride);
}

void UpsampleGuide::read_constant(double value, const GuidePixels& out) const {
  if (distance_ == PlaneLayout::Distance::channels) {
    for (int p = 0; p < planes_; ++p) out.planes[p * out.stride] = value;
    return;
  }
  std::fill_n(out.samples, 3, value);
  colour_rows_.make(out.samples, 1, 1, out.planes, out.stride);
}

}  // namespace selvage::cpu
