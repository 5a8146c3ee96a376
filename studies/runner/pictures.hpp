// SPDX-License-Identifier: Apache-2.0
#pragma once
// The images that studies filter, and how results are told apart.

#include <cstddef>
#include <string>

#include "runner/session.hpp"
#include "selvage/image.hpp"

namespace selvage::studies {

// --image or a photo (a made scene where none was fetched), scaled or repeated to the size: the
// same pixels at every call. 1, 3 or 4 channels (the fourth is 1).
Image scene(Session& session, PixelType type, int width, int height, int channels);

// How two images differ, sample by sample, in their own unit (u8: counts of 255).
struct Difference {
  std::size_t count = 0;  // samples that differ
  double max = 0.0;
  double mean = 0.0;     // of absolute differences
  double psnr = 0.0;     // dB; infinite where they are equal
  std::size_t nans = 0;  // samples that are NaN in either
};
Difference difference(const ConstImageView& a, const ConstImageView& b);

// |a - b| times scale, as u8. `scale` is in 255ths of full scale for floats.
Image difference_picture(const ConstImageView& a, const ConstImageView& b, double scale);

// For pictures: to u8, clamped, 1 or 3 channels.
Image to_bytes(const ConstImageView& image);
// Images of one size beside one another, with a thin gap.
Image side_by_side(const std::vector<Image>& images);

}  // namespace selvage::studies
