// SPDX-License-Identifier: Apache-2.0
#pragma once
// Values of Python as the values of fields. Numbers that are equal in Python mean the same here
// (3 and 3.0, 1 and True), since caches of plans compare them so.

#include <nanobind/nanobind.h>

#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "errors.hpp"
#include "selvage/names.hpp"

namespace selvage::python {

double number_of(const std::string& name, nb::handle value);
int integer_of(const std::string& name, nb::handle value);
bool truth_of(const std::string& name, nb::handle value);
std::string text_of(const std::string& name, nb::handle value);
[[noreturn]] void refuse_choice(const std::string& name, const std::string& text,
                                const std::string& known);

template <class Enum>
std::string all_names() {
  std::string all;
  for (const Named<Enum>& known : names_of<Enum>)
    all += (all.empty() ? "" : ", ") + std::string(known.name);
  return all;
}

template <class Enum>
Enum choice_of(const std::string& name, nb::handle value) {
  const std::string text = text_of(name, value);
  if (const std::optional<Enum> known = value_named<Enum>(text)) return *known;
  refuse_choice(name, text, all_names<Enum>());
}

// Converts a value to the type of a field.
template <class T>
struct Converter {
  static T convert(const std::string& name, nb::handle value) {
    if constexpr (std::is_enum_v<T>) return choice_of<T>(name, value);
    if constexpr (std::is_same_v<T, bool>) return truth_of(name, value);
    if constexpr (std::is_same_v<T, int>) return integer_of(name, value);
    // 0 is added so that -0.0 and 0.0, which are equal, mean the same.
    if constexpr (std::is_floating_point_v<T>) return static_cast<T>(number_of(name, value)) + T{0};
  }
};

template <class T>
struct Converter<std::optional<T>> {
  static std::optional<T> convert(const std::string& name, nb::handle value) {
    if (value.is_none()) return {};
    return Converter<T>::convert(name, value);
  }
};

template <class T>
struct Converter<std::vector<T>> {
  static std::vector<T> convert(const std::string& name, nb::handle value) {
    std::vector<T> list;
    for (const nb::handle item : value) list.push_back(Converter<T>::convert(name, item));
    return list;
  }
};

}  // namespace selvage::python
