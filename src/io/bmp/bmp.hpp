// SPDX-License-Identifier: Apache-2.0
#pragma once
// The writing half of the BMP codec.

#include <memory>

#include "io/codec/codec.hpp"

namespace selvage {

std::unique_ptr<RowWriter> create_bmp(ByteSink& sink, const OutputShape& shape);

}  // namespace selvage
