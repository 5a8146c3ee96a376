// SPDX-License-Identifier: Apache-2.0
#pragma once
// Notes about a file, for people (FileInfo::notes).

#include <string>
#include <string_view>
#include <vector>

namespace selvage {

// Adds a note as printable text, unless it is there already. A crafted file can cause any number of
// notes of any length: a note is cut after 400 bytes, and 100 are kept.
void add_note(std::vector<std::string>& notes, std::string_view text);

}  // namespace selvage
