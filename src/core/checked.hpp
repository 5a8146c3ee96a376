// SPDX-License-Identifier: Apache-2.0
#pragma once
// Arithmetic on sizes in bytes that cannot overflow silently.

#include <concepts>
#include <cstddef>
#include <utility>

#include "selvage/error.hpp"

namespace selvage {

namespace checked_detail {
[[noreturn]] inline void overflow() {
  throw Error(Errc::limit, "a size does not fit in this machine's address space",
              "filter the image in regions");
}
inline std::size_t to_size(std::integral auto value) {
  if (!std::in_range<std::size_t>(value)) overflow();
  return static_cast<std::size_t>(value);
}
}  // namespace checked_detail

// Returns the product of sizes. Throws Error{limit} if it or a factor does not fit in size_t.
template <std::integral... Sizes>
std::size_t checked_mul(Sizes... sizes) {
  std::size_t product = 1;
  const auto times = [&product](std::size_t factor) {
    if (__builtin_mul_overflow(product, factor, &product)) checked_detail::overflow();
  };
  (times(checked_detail::to_size(sizes)), ...);
  return product;
}

// Returns the sum of sizes. Throws Error{limit} if it or a term does not fit in size_t.
template <std::integral... Sizes>
std::size_t checked_add(Sizes... sizes) {
  std::size_t sum = 0;
  const auto plus = [&sum](std::size_t term) {
    if (__builtin_add_overflow(sum, term, &sum)) checked_detail::overflow();
  };
  (plus(checked_detail::to_size(sizes)), ...);
  return sum;
}

}  // namespace selvage
