// SPDX-License-Identifier: Apache-2.0
#include "command_line/suggest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

namespace selvage::cli {
namespace {

// Lists the words that begin with `typed`: "--sigma-space or --sigma-range".
std::string beginning_with(std::string_view typed, const std::vector<std::string>& words) {
  std::vector<std::string> found;
  std::ranges::copy_if(words, std::back_inserter(found),
                       [typed](const std::string& word) { return word.starts_with(typed); });
  if (found.empty()) return {};
  std::string last = found.back();
  found.pop_back();
  if (found.empty()) return last;
  return fmt::format("{} or {}", fmt::join(found, ", "), last);
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Three rows of the distances between prefixes: d(i-2), d(i-1), d(i).
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before.swap(last);
    last.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::string did_you_mean(std::string_view typed, const std::vector<std::string>& words) {
  constexpr std::size_t longest = 64;  // longer words are not typing errors
  if (typed.size() > longest) return {};
  const std::size_t letters = typed.size() - std::min(typed.find_first_not_of('-'), typed.size());
  if (letters == 0) return {};
  if (const std::string longer = beginning_with(typed, words); letters > 2 && !longer.empty())
    return fmt::format(" (did you mean {}?)", longer);
  // Allows one edit, and one more for every five letters, but never as many as there are letters.
  std::size_t best = std::min(1 + letters / 5, letters - 1);
  const std::string* nearest = nullptr;
  for (const std::string& word : words) {
    const std::size_t distance = edit_distance(typed, word);
    if (distance > best || (nearest && distance == best)) continue;
    best = distance;
    nearest = &word;
  }
  return nearest ? fmt::format(" (did you mean {}?)", *nearest) : std::string();
}

}  // namespace selvage::cli
