// SPDX-License-Identifier: Apache-2.0
#pragma once
// The two halves of the PNG codec.

#include <memory>

#include "io/codec/codec.hpp"

namespace selvage {

std::unique_ptr<RowReader> open_png(ByteSource& source, const Limits& limits);
std::unique_ptr<RowWriter> create_png(ByteSink& sink, const OutputShape& shape);

}  // namespace selvage
