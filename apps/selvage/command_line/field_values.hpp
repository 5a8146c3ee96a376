// SPDX-License-Identifier: Apache-2.0
#pragma once
// The fields of a filter as given by options, by the names of selvage/fields.hpp.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "command_line/values.hpp"

namespace selvage::cli {

// A value in the samples' unit is kept as typed until the type of the image is known.
using FieldValue = std::variant<bool, int, double, Value, std::vector<float>>;

class FieldValues {
 public:
  void set(std::string_view field, FieldValue value) {
    values_.insert_or_assign(std::string(field), std::move(value));
  }
  template <class Enum>
    requires std::is_enum_v<Enum>
  void set(std::string_view field, Enum value) {
    set(field, FieldValue(static_cast<int>(value)));
  }

  bool has(std::string_view field) const { return values_.contains(field); }

  // Returns nothing if no option gave the field.
  template <class T>
  std::optional<T> get(std::string_view field) const {
    const auto found = values_.find(field);
    if (found == values_.end()) return {};
    if constexpr (std::is_enum_v<T>)
      return static_cast<T>(std::get<int>(found->second));
    else
      return std::get<T>(found->second);
  }

 private:
  std::map<std::string, FieldValue, std::less<>> values_;
};

}  // namespace selvage::cli
