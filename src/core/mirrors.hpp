// SPDX-License-Identifier: Apache-2.0
#pragma once
// Helps to assert that an enumeration of C or of the kernels equals one of ours.

#include <initializer_list>

#include "selvage/names.hpp"

namespace selvage {

// Returns whether the values are all those of Enum, in order.
template <class Enum>
consteval bool mirrors(std::initializer_list<int> values) {
  int next = 0;
  for (const int value : values)
    if (value != next++) return false;
  return values.size() == names_of<Enum>.size();
}

}  // namespace selvage
