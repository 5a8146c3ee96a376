// SPDX-License-Identifier: Apache-2.0
#pragma once
// The halves of the PNM and PAM codecs.

#include <memory>

#include "io/codec/codec.hpp"

namespace selvage {

std::unique_ptr<RowReader> open_pnm(ByteSource& source, const Limits& limits);
std::unique_ptr<RowReader> open_pam(ByteSource& source, const Limits& limits);
std::unique_ptr<RowWriter> create_pnm(ByteSink& sink, const OutputShape& shape);
std::unique_ptr<RowWriter> create_pam(ByteSink& sink, const OutputShape& shape);

}  // namespace selvage
