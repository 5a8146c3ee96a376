// SPDX-License-Identifier: Apache-2.0
#pragma once
// Errors about files, so that every codec words them alike.

#include <fmt/format.h>

#include <new>
#include <string>
#include <string_view>

#include "selvage/error.hpp"

namespace selvage {

[[noreturn]] inline void throw_cut_short(std::string_view name) {
  throw Error(Errc::input, fmt::format("{}: file is cut short", name),
              "copy it again from its source");
}

// `format` is the title of the format: "PNG".
[[noreturn]] inline void throw_corrupt(std::string_view name, std::string_view format,
                                       std::string_view reason) {
  throw Error(Errc::input, fmt::format("{}: corrupt {}: {}", name, format, reason),
              "copy it again from its source");
}

// The file is sound, but of an unsupported kind: "a CMYK JPEG".
[[noreturn]] inline void throw_not_supported(std::string_view name, std::string_view kind,
                                             std::string hint) {
  throw Error(Errc::input, fmt::format("{}: {} is not supported", name, kind), hint);
}

// `format` is the title of the format: "PNG".
[[noreturn]] inline void throw_not_encoded(std::string_view name, std::string_view format,
                                           std::string_view reason) {
  throw Error(Errc::limit, fmt::format("{}: {} encoder: {}", name, format, reason));
}

[[noreturn]] inline void throw_out_of_memory(std::string_view name) {
  throw Error(Errc::limit, fmt::format("{}: out of memory", name), "close other programs");
}

// Runs code, and turns a failed allocation into an Error that names the file.
template <class Code>
auto naming_memory(std::string_view name, Code&& code) {
  try {
    return code();
  } catch (const std::bad_alloc&) {
    throw_out_of_memory(name);
  }
}

}  // namespace selvage
