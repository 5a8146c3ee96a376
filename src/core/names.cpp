// SPDX-License-Identifier: Apache-2.0
// Names filters and rules, and asserts that every enumerator has a name.

#include <array>

#include "selvage/engine.hpp"
#include "selvage/filters.hpp"
#include "selvage/noise.hpp"

namespace selvage {
namespace {

// GCC and Clang write an enumerator by its name and any other value as a cast: "(Norm)5".
template <auto Value>
consteval bool is_enumerator() {
  const std::string_view text = __PRETTY_FUNCTION__;
  return text.find("Value = (") == std::string_view::npos;
}

// Returns whether the table holds all enumerators, in the order of their values.
template <class Enum>
consteval bool has_all_names() {
  constexpr std::size_t count = names_of<Enum>.size();
  for (std::size_t i = 0; i < count; ++i)
    if (names_of<Enum>[i].value != static_cast<Enum>(i)) return false;
  return is_enumerator<last_of<Enum>>() && !is_enumerator<static_cast<Enum>(count)>();
}
static_assert(has_all_names<Window>());
static_assert(has_all_names<Norm>());
static_assert(has_all_names<Border>());
static_assert(has_all_names<Alpha>());
static_assert(has_all_names<ThirdAxis>());
static_assert(has_all_names<Weights>());
static_assert(has_all_names<PixelType>());
static_assert(has_all_names<Method>());
static_assert(has_all_names<Executor>());
static_assert(has_all_names<Strength>());

}  // namespace

std::string_view name(const Filter& filter) {
  constexpr auto words = std::to_array<std::string_view>(
      {"bilateral", "joint", "upsampling", "rolling", "geometry", "gaussian", "box", "convolve",
       "convolve", "histogram", "guided", "guided_upsampling"});
  static_assert(words.size() == std::variant_size_v<Filter>);
  return words.at(filter.index());
}

std::string_view name(Window window) {
  return name_of(window);
}
std::string_view name(Norm norm) {
  return name_of(norm);
}
std::string_view name(Border border) {
  return name_of(border);
}
std::string_view name(Alpha alpha) {
  return name_of(alpha);
}
std::string_view name(ThirdAxis axis) {
  return name_of(axis);
}
std::string_view name(Weights weights) {
  return name_of(weights);
}
std::string_view name(Strength strength) {
  return name_of(strength);
}

}  // namespace selvage
