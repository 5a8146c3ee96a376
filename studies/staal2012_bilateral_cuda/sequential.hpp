// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rung 0: the loop on the CPU that the document's factors are over.

#include "selvage/image.hpp"
#include "staal2012_bilateral_cuda/ladder.hpp"

namespace selvage::studies::staal {

// Rows first .. last - 1 of the filtered image. f32, three channels, without gaps. One thread, no
// table: both Gaussians by powers and exponentials at every tap, in single precision. `listed`: the
// powers have the literal exponent of the listings.
void filter_rows(const ConstImageView& in, const ImageView& out, const StaalArguments& arguments,
                 bool listed, int first, int last);

}  // namespace selvage::studies::staal
