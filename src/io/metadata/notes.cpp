// SPDX-License-Identifier: Apache-2.0
#include "io/metadata/notes.hpp"

#include <algorithm>
#include <cstddef>

#include "selvage/error.hpp"

namespace selvage {

void add_note(std::vector<std::string>& notes, std::string_view text) {
  constexpr std::size_t most_notes = 100, most_bytes = 400;
  constexpr std::string_view last = "further notes are left out";
  if (notes.size() > most_notes) return;
  std::string note = printable(text.substr(0, most_bytes));
  if (text.size() > most_bytes) note += "...";
  if (std::ranges::find(notes, note) != notes.end()) return;
  notes.push_back(notes.size() < most_notes ? std::move(note) : std::string(last));
}

}  // namespace selvage
