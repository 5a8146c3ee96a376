// SPDX-License-Identifier: Apache-2.0
#include "reference/border.hpp"

namespace selvage::reference {

std::optional<int> border_source(int position, int n, Border border) {
  int i = position;
  while (i < 0 || i >= n) {
    const bool before = i < 0;
    switch (border) {
      case Border::clamp: i = before ? 0 : n - 1; break;
      case Border::wrap: i += before ? n : -n; break;
      case Border::reflect: i = before ? -1 - i : 2 * n - 1 - i; break;
      case Border::reflect101:
        if (n == 1) return 0;  // a single sample reflects onto itself
        i = before ? -i : 2 * (n - 1) - i;
        break;
      case Border::constant:
      case Border::shrink:
      case Border::copy: return std::nullopt;
    }
  }
  return i;
}

}  // namespace selvage::reference
