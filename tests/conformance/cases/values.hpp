// SPDX-License-Identifier: Apache-2.0
#pragma once
// The values that a candidate must have been compared on where it serves them: each filter, pixel
// type, border and norm.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/cases/case.hpp"

namespace selvage::testing {

enum class ValueOf { filter, type, border, norm };
inline constexpr std::array<std::string_view, 4> value_of_names{"filter", "type", "border", "norm"};

struct Value {
  ValueOf of;
  int number;             // of the enumerator
  std::string_view name;  // "wrap"
};

// All values. The same list at every call.
const std::vector<Value>& all_values();

// "border wrap"
std::string describe(const Value& value);

// Returns false, too, where the case's filter has no border or norm.
bool has(const Case& c, const Value& value);

// Returns the case with this value.
Case with(Case c, const Value& value);

}  // namespace selvage::testing
