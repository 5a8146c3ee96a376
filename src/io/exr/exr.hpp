// SPDX-License-Identifier: Apache-2.0
#pragma once
// The two halves of the OpenEXR codec.

#include <memory>
#include <string>

#include "io/codec/codec.hpp"

namespace selvage {

// `layer` is a name for find_exr_channels; empty: the colours of the first part.
std::unique_ptr<RowReader> open_exr(ByteSource& source, const std::string& layer);
std::unique_ptr<RowWriter> create_exr(ByteSink& sink, const OutputShape& shape);

}  // namespace selvage
