// SPDX-License-Identifier: Apache-2.0
#pragma once
// Whole-image operations on samples.

#include "selvage/image.hpp"

namespace selvage {

// The samples of a row lie side by side, channels of a pixel first.
inline bool rows_are_solid(const ConstImageView& view) {
  const auto sample = static_cast<std::ptrdiff_t>(sample_bytes(view.type));
  return view.stride.channel == sample && view.stride.pixel == sample * view.channels;
}

// Copies every sample; both views have the same shape and type and do not overlap.
void copy_samples(const ConstImageView& from, const ImageView& to);

// What the error of a float image goes by: the larger of its largest finite |sample| and the range
// of its finite samples, `also` being one of them; samples' unit; 0 when there is none.
double sample_extent(const ConstImageView& image, double also = 0.0);

// A value of the samples' unit, rounded to the image's type, in stored units of a pass that reads
// `reads`: images between passes are f32 in the samples' unit.
double stored_value(double value, PixelType image, PixelType reads);

}  // namespace selvage
