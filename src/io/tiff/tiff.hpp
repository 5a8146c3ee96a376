// SPDX-License-Identifier: Apache-2.0
#pragma once
// The two halves of the TIFF codec.

#include <memory>

#include "io/codec/codec.hpp"

namespace selvage {

std::unique_ptr<RowReader> open_tiff(ByteSource& source, const Limits& limits);
std::unique_ptr<RowWriter> create_tiff(ByteSink& sink, const OutputShape& shape);

}  // namespace selvage
