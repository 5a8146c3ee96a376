// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the JPEG XL codec has in builds with and without libjxl.

#include <cstddef>
#include <span>
#include <string_view>

#include "io/codec/codec.hpp"

namespace selvage {

constexpr std::string_view jxl_title = "JPEG XL";
constexpr std::string_view jxl_extensions[] = {".jxl"};
constexpr std::string_view jxl_codestream{"\xff\x0a", 2};
constexpr std::string_view jxl_container{"\0\0\0\x0cJXL \r\n\x87\n", 12};

inline bool recognises_jxl(std::span<const std::byte> start) {
  return holds(start, jxl_codestream) || holds(start, jxl_container);
}

}  // namespace selvage
