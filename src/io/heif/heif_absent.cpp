// SPDX-License-Identifier: Apache-2.0
// HEIF in a build without the library: files are recognised, so that the error can name the format.

#include "io/heif/heif.hpp"

namespace selvage {

const Codec heif_codec{.format = "heif",
                       .title = heif_title,
                       .extensions = heif_extensions,
                       .types = {},
                       .layouts = {},
                       .recognises = recognises_heif,
                       .absent = "install libheif-dev and build Selvage with -D SELVAGE_HEIF=ON"};

}  // namespace selvage
