// SPDX-License-Identifier: Apache-2.0
#pragma once
// The headers of an OpenEXR file.

#include <ImfHeader.h>

#include <vector>

#include "io/exr_streams.hpp"

namespace selvage {

// One header for each part; nothing of the image's size is allocated, and little more than the
// file's own bytes; `file` stands behind them then. Throws Error{input} for files that are cut
// short, corrupt or of deep data.
std::vector<Imf::Header> read_exr_headers(ExrInput& file);

}  // namespace selvage
