// SPDX-License-Identifier: Apache-2.0
// JPEG XL in a build without the library: files are recognised, so that the error can name the
// format.

#include "io/jxl/jxl.hpp"

namespace selvage {

const Codec jxl_codec{.format = "jxl",
                      .title = jxl_title,
                      .extensions = jxl_extensions,
                      .types = {},
                      .layouts = {},
                      .recognises = recognises_jxl,
                      .absent = "install libjxl-dev and build Selvage with -D SELVAGE_JXL=ON"};

}  // namespace selvage
