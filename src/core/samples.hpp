// SPDX-License-Identifier: Apache-2.0
#pragma once
// Whole-image operations on samples.

#include "selvage/image.hpp"

namespace selvage {

// Returns whether each row is contiguous, with the channels of a pixel side by side.
inline bool rows_are_solid(const ConstImageView& view) {
  const auto sample = static_cast<std::ptrdiff_t>(sample_bytes(view.type));
  return view.stride.channel == sample && view.stride.pixel == sample * view.channels;
}

// Copies every sample; both views have the same shape and type and do not overlap.
void copy_samples(const ConstImageView& from, const ImageView& to);

// Returns the extent that a float image's error is proportional to: its largest finite |sample| or
// the range of its finite samples, whichever is larger. `also` counts as a sample. In the samples'
// unit; 0 if there is none.
double sample_extent(const ConstImageView& image, double also = 0.0);

// Rounds a value in the samples' unit to the image's type and returns it in the stored units of a
// pass that reads `reads`: images between passes are f32 in the samples' unit.
double stored_value(double value, PixelType image, PixelType reads);

}  // namespace selvage
