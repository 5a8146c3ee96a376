// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace selvage::capi {

// Returns the i-th element; null if there is none.
template <class T>
const T* at(const std::vector<T>& list, std::size_t i) {
  return i < list.size() ? &list[i] : nullptr;
}

}  // namespace selvage::capi
