// SPDX-License-Identifier: Apache-2.0
// OpenEXR in a build without the library: files are recognised, so that the error can name the
// format.

#include "io/codec/codec.hpp"

namespace selvage {
namespace {

constexpr std::string_view exr_extensions[] = {".exr"};

}  // namespace

const Codec exr_codec{
    .format = "exr",
    .title = "OpenEXR",
    .extensions = exr_extensions,
    .types = {},
    .layouts = {},
    .recognises = [](std::span<const std::byte> start) { return holds(start, "\x76\x2f\x31\x01"); },
    .absent = "install libopenexr-dev and build Selvage again"};

}  // namespace selvage
