// SPDX-License-Identifier: Apache-2.0
#pragma once
// The ways in which a file can be bad, each said in one way.

#include <fmt/format.h>

#include <new>
#include <string>
#include <string_view>

#include "selvage/error.hpp"

namespace selvage {

[[noreturn]] inline void throw_cut_short(std::string_view name) {
  throw Error(Errc::input, fmt::format("{}: file is cut short", name),
              "copy it again from where it came");
}

// `format` as people write it: "PNG".
[[noreturn]] inline void throw_corrupt(std::string_view name, std::string_view format,
                                       std::string_view reason) {
  throw Error(Errc::input, fmt::format("{}: corrupt {}: {}", name, format, reason),
              "copy it again from where it came");
}

// The file is sound, but of a kind that is not read: "a CMYK JPEG".
[[noreturn]] inline void throw_not_read(std::string_view name, std::string_view kind,
                                        std::string hint) {
  throw Error(Errc::input, fmt::format("{}: {} is not read", name, kind), std::move(hint));
}

// `format` as people write it: "PNG".
[[noreturn]] inline void throw_not_encoded(std::string_view name, std::string_view format,
                                           std::string_view reason) {
  throw Error(Errc::limit, fmt::format("{}: {} encoder: {}", name, format, reason));
}

[[noreturn]] inline void throw_out_of_memory(std::string_view name) {
  throw Error(Errc::limit, fmt::format("{}: out of memory", name), "close other programs");
}

// Runs code; a failed allocation becomes an Error that names the file.
template <class Code>
auto naming_memory(std::string_view name, Code&& code) {
  try {
    return code();
  } catch (const std::bad_alloc&) {
    throw_out_of_memory(name);
  }
}

}  // namespace selvage
