// SPDX-License-Identifier: Apache-2.0
#pragma once
// Whole-image operations on samples.

#include "selvage/image.hpp"

namespace selvage {

// Copies every sample; both views have the same shape and type and do not overlap.
void copy_samples(const ConstImageView& from, const ImageView& to);

// The largest finite |sample|, in samples' unit; 0 when there is none.
double largest_sample(const ConstImageView& image);

}  // namespace selvage
