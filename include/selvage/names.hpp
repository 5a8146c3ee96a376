// SPDX-License-Identifier: Apache-2.0
#pragma once
// The names of enumerators: the same in C++, on the command line, in reports and in messages. Each
// enumeration has one table, which stands below it.

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace selvage {

template <class Enum>
struct Named {
  Enum value;
  std::string_view name;
};

// The enumerators and their names, in the order of their values, which count from 0.
template <class Enum>
inline constexpr std::array<Named<Enum>, 0> names_of = {};

template <class Enum>
constexpr std::string_view name_of(Enum value) {
  return names_of<Enum>.at(static_cast<std::size_t>(value)).name;
}

// The enumerator of this name, if there is one.
template <class Enum>
constexpr std::optional<Enum> value_named(std::string_view name) {
  for (const Named<Enum>& known : names_of<Enum>)
    if (known.name == name) return known.value;
  return {};
}

template <class Enum>
inline constexpr Enum last_of = names_of<Enum>.back().value;

}  // namespace selvage
