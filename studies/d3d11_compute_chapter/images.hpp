// SPDX-License-Identifier: Apache-2.0
#pragma once
// The images of this study: four f32 channels, of which the fourth takes part like a colour.

#include "runner/session.hpp"

namespace selvage::studies::d3d11 {

// The runner's scene; the fourth channel is the first one's negative, so that it has edges too.
Image chapter_scene(Session& session, int width, int height);

// With normally distributed noise, the same at every call.
Image with_noise(const ConstImageView& image, float sigma);

// Three channels of four.
Image colours(const ConstImageView& image);

// Rows become columns.
Image transposed(const ConstImageView& image);

}  // namespace selvage::studies::d3d11
