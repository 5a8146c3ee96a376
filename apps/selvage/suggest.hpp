// SPDX-License-Identifier: Apache-2.0
#pragma once
// "did you mean": the known word that is nearest to what was typed.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace selvage::cli {

// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b` (the optimal
// string alignment distance).
std::size_t edit_distance(std::string_view a, std::string_view b);

// " (did you mean WORD?)", or nothing when no word is near; "WORD, WORD or WORD": all that begin
// with three letters or more that were typed.
std::string did_you_mean(std::string_view typed, const std::vector<std::string>& words);

}  // namespace selvage::cli
