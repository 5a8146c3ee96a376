// SPDX-License-Identifier: Apache-2.0
#pragma once
// Makes factors of values of fields.

#include <initializer_list>
#include <utility>

#include "conformance/cases/factors.hpp"

namespace selvage::testing {

template <class T>
Factor levels(T Case::* field, std::initializer_list<T> values) {
  Factor factor;
  for (const T value : values) factor.push_back([=](Case& c) { c.*field = value; });
  return factor;
}

template <class T>
Factor pairs(T Case::* first, T Case::* second, std::initializer_list<std::pair<T, T>> values) {
  Factor factor;
  for (const auto& [a, b] : values)
    factor.emplace_back([=, x = a, y = b](Case& c) {
      c.*first = x;
      c.*second = y;
    });
  return factor;
}

// All enumerators.
template <class Enum>
Factor levels(Enum Case::* field) {
  Factor factor;
  for (const auto& [value, name] : names_of<Enum>)
    factor.push_back([=, level = value](Case& c) { c.*field = level; });
  return factor;
}

}  // namespace selvage::testing
