// SPDX-License-Identifier: Apache-2.0
#pragma once
// The headers of an OpenEXR file.

#include <ImfHeader.h>

#include <vector>

#include "io/exr/exr_streams.hpp"

namespace selvage {

// Returns one header for each part, and leaves `file` behind the headers. Allocates little more
// than the size of the file, and nothing in proportion to the image. Throws Error{input} for files
// that are cut short, corrupt or contain deep data.
std::vector<Imf::Header> read_exr_headers(ExrInput& file);

}  // namespace selvage
