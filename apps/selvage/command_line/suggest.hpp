// SPDX-License-Identifier: Apache-2.0
#pragma once
// Suggestions for mistyped words.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace selvage::cli {

// Returns the number of insertions, deletions, replacements and swaps of neighbours that turn `a`
// into `b` (optimal string alignment distance).
std::size_t edit_distance(std::string_view a, std::string_view b);

// Returns " (did you mean WORD?)", or nothing if no word is near. Three or more typed letters match
// all words that begin with them: "WORD, WORD or WORD".
std::string did_you_mean(std::string_view typed, const std::vector<std::string>& words);

}  // namespace selvage::cli
