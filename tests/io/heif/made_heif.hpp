// SPDX-License-Identifier: Apache-2.0
#pragma once
// HEIF files made by libheif's encoders, since save does not write them.

#include "io/support.hpp"

namespace selvage::testing {

struct HeifKind {
  bool avif = true;      // false: HEIC
  int bits = 8;          // or 10, as HEIC: libaom asserts
  bool alpha = false;    //
  bool lossless = true;  // nearly: colours are converted
  int orientation = 1;   // as in EXIF
  Metadata metadata = {};
};

// Makes a file of an image with three colours, and alpha if the kind has it. Samples of more than 8
// bits are the upper bits of u16.
Bytes make_heif(const ConstImageView& image, const HeifKind& kind = {});

}  // namespace selvage::testing
