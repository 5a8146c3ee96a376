// SPDX-License-Identifier: Apache-2.0
#pragma once
// The halves of the NIfTI codec: volumes of one channel, whose slices are pages. With `gzip` the
// whole file is compressed (.nii.gz).

#include <memory>

#include "io/codec/codec.hpp"

namespace selvage {

std::unique_ptr<RowReader> open_nifti(ByteSource& source, const Limits& limits, bool gzip);
std::unique_ptr<RowWriter> create_nifti(ByteSink& sink, const OutputShape& shape, bool gzip);

}  // namespace selvage
