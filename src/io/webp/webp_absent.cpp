// SPDX-License-Identifier: Apache-2.0
// WebP in a build without the library: files are recognised, so that the error can name the format.

#include "io/codec/codec.hpp"

namespace selvage {
namespace {

constexpr std::string_view webp_extensions[] = {".webp"};

}  // namespace

const Codec webp_codec{.format = "webp",
                       .title = "WebP",
                       .extensions = webp_extensions,
                       .types = {},
                       .layouts = {},
                       .recognises =
                           [](std::span<const std::byte> start) {
                             return holds(start, "RIFF") && holds(start, "WEBP", 8);
                           },
                       .absent = "install libwebp-dev and build Selvage again"};

}  // namespace selvage
