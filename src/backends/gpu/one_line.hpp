// SPDX-License-Identifier: Apache-2.0
#pragma once
// A driver's text, such as a compiler's log, as one line.

#include <cctype>
#include <string>
#include <string_view>

namespace selvage::gpu {

// Runs of white space and of zero bytes become one space; none is left at the ends.
inline std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool space = c == '\0' || std::isspace(static_cast<unsigned char>(c));
    if (!space)
      line += c;
    else if (!line.empty() && line.back() != ' ')
      line += ' ';
  }
  if (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

}  // namespace selvage::gpu
