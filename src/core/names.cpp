// SPDX-License-Identifier: Apache-2.0
// The words for options, the same in C++, on the command line and in reports.

#include <array>

#include "selvage/filters.hpp"

namespace selvage {
namespace {

template <class Enum, std::size_t N>
constexpr std::string_view word(const std::array<std::string_view, N>& words, Enum value) {
  return words.at(static_cast<std::size_t>(value));
}

}  // namespace

std::string_view name(const Filter& filter) {
  constexpr std::array<std::string_view, std::variant_size_v<Filter>> words{
      "bilateral", "joint", "upsampling", "rolling",  "geometry",
      "gaussian",  "box",   "convolve",   "convolve", "histogram"};
  return words.at(filter.index());
}

std::string_view name(Window window) {
  constexpr std::array<std::string_view, 2> words{"square", "disc"};
  return word(words, window);
}

std::string_view name(Norm norm) {
  constexpr std::array<std::string_view, 5> words{"l2", "l1", "per_channel", "luma", "lab"};
  return word(words, norm);
}

std::string_view name(Border border) {
  constexpr std::array<std::string_view, 7> words{"reflect101", "reflect", "clamp", "wrap",
                                                  "constant",   "shrink",  "copy"};
  return word(words, border);
}

std::string_view name(Alpha alpha) {
  constexpr std::array<std::string_view, 2> words{"keep", "filter"};
  return word(words, alpha);
}

std::string_view name(Weights weights) {
  constexpr std::array<std::string_view, 2> words{"gaussian", "box"};
  return word(words, weights);
}

}  // namespace selvage
