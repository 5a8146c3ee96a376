// SPDX-License-Identifier: Apache-2.0
#pragma once
// The library's errors: one exception type, one short list of codes.

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "selvage/api.h"

namespace selvage {

enum class Errc {
  invalid_argument,  // the caller can fix it: a bad sigma, overlapping views, a missing halo
  unsupported,       // a valid request that no candidate in this build can serve
  input,             // a file is missing, cut short, corrupt or of an unknown format
  output,            // a file could not be written; an existing file of that name is unchanged
  device,            // a device is missing, or its driver rejected a call
  limit,             // a limit (pixels, memory) is exceeded, or an allocation failed
  cancelled,         // the caller asked to stop; outputs are unspecified
};

// Returns text from outside, such as a file's name or its contents, as one line that cannot control
// a terminal: control characters, marks of text direction and bytes that are not UTF-8 are escaped,
// as "\x1b" or "\u202e".
SELVAGE_API std::string printable(std::string_view text);

// what() is one line that names the cause; hint() is one line that says what to do, or empty;
// both are printable(). Bugs in the library itself throw std::logic_error, never Error.
class SELVAGE_API Error : public std::runtime_error {
 public:
  Error(Errc code, std::string_view what, std::string_view hint = {});

  Errc code() const noexcept { return code_; }
  const std::string& hint() const noexcept { return hint_; }

 private:
  Errc code_;
  std::string hint_;
};

}  // namespace selvage
