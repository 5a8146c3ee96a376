// SPDX-License-Identifier: Apache-2.0
#pragma once
// The halves of the PNM and PAM codecs.

#include <cstdint>
#include <memory>
#include <vector>

#include "io/codec.hpp"

namespace selvage {

std::unique_ptr<RowReader> open_pnm(ByteSource& source);
std::unique_ptr<RowReader> open_pam(ByteSource& source);
std::unique_ptr<RowWriter> create_pnm(ByteSink& sink, const OutputShape& shape);
std::unique_ptr<RowWriter> create_pam(ByteSink& sink, const OutputShape& shape);

// For each v in 0..from, v / from as the nearest multiple of 1 / to. From a scale to a finer one
// and back gives v again.
std::vector<std::uint16_t> rescale_table(int from, int to);

}  // namespace selvage
