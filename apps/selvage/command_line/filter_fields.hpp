// SPDX-License-Identifier: Apache-2.0
#pragma once
// A field that some filters have, by its description in selvage/fields.hpp.

#include <optional>
#include <type_traits>
#include <variant>

#include "selvage/fields.hpp"

namespace selvage::cli {

// Calls act(member) with the member of type T that holds the field, if the filter has one.
// `AFilter` is a Filter, which may be constant.
template <class T, class AFilter, class Act>
void with_field(AFilter& filter, const FieldText& wanted, Act&& act) {
  std::visit(
      [&]<class F>(F& f) {
        for_each_field<std::remove_const_t<F>>([&](const auto& field) {
          if constexpr (std::is_same_v<std::remove_cvref_t<decltype(f.*field.member)>, T>)
            if (field.name == wanted.name) act(f.*field.member);
        });
      },
      filter);
}

// Returns the value of a field of type T, or nothing if the filter has no such field.
template <class T>
std::optional<T> field_of(const Filter& filter, const FieldText& wanted) {
  std::optional<T> value;
  with_field<T>(filter, wanted, [&](const T& member) { value.emplace(member); });
  return value;
}

}  // namespace selvage::cli
