// SPDX-License-Identifier: Apache-2.0
#pragma once
// Files without a header: samples alone, interleaved, little-endian, rows from the top down.

#include <memory>

#include "io/codec/codec.hpp"

namespace selvage {

// `shape` tells what the file does not; its data may be null. Throws Error{invalid_argument} for a
// shape that no image has, and Error{input} for a file that is shorter.
std::unique_ptr<RowReader> open_raw(ByteSource& source, const ConstImageView& shape);

}  // namespace selvage
