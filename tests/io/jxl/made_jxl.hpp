// SPDX-License-Identifier: Apache-2.0
#pragma once
// JPEG XL files made by libjxl's encoder, since save does not write them.

#include "io/support.hpp"

namespace selvage::testing {

struct JxlKind {
  int bits = 0;          // 0: the type's; of u16 less, with samples that fit
  bool lossless = true;  //
  int orientation = 1;   // as in EXIF
  bool container = false;
  Bytes exif = {}, xmp = {};  // in a container
};

Bytes make_jxl(const ConstImageView& image, const JxlKind& kind = {});

}  // namespace selvage::testing
