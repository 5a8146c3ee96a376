// SPDX-License-Identifier: Apache-2.0
// Sums of neighbours in the order of BinarySum, for each instruction set.

#if defined(SELVAGE_ROW_SUMS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SELVAGE_ROW_SUMS_INL_H_
#undef SELVAGE_ROW_SUMS_INL_H_
#else
#define SELVAGE_ROW_SUMS_INL_H_
#endif

#include <algorithm>
#include <cstddef>

#include "hwy/highway.h"
#include "methods/local_linear/local_linear_shape.hpp"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Sums of a row's neighbours. Two levels take one pass, which adds in the order of two passes.
template <class T>
struct RowSums {
  using Tag = hn::ScalableTag<T>;
  using Vector = hn::Vec<Tag>;
  static constexpr Tag d{};

  // The sums of 2 and 4 neighbouring parts of `half` numbers.
  static HWY_INLINE Vector two(const T* at, std::ptrdiff_t half) {
    return hn::Add(hn::LoadU(d, at), hn::LoadU(d, at + half));
  }
  static HWY_INLINE Vector four(const T* at, std::ptrdiff_t half) {
    return hn::Add(two(at, half), two(at + 2 * half, half));
  }

  template <class Term>
  static HWY_INLINE void for_each(std::ptrdiff_t count, T* to, const Term& term) {
    const auto step = static_cast<std::ptrdiff_t>(hn::Lanes(d));
    for (std::ptrdiff_t i = 0; i < count; i += step) hn::StoreU(term(i), d, to + i);
  }

  // sums[i] = row[i] + ... + row[i + sum.count - 1]. `room`: two rows.
  static void run(const BinarySum& sum, const T* row, std::ptrdiff_t count, T* room,
                  std::ptrdiff_t stride, T* sums) {
    const T *level = row, *total = row + sum.count - 1;
    const auto add_part = [&](const T* part, std::ptrdiff_t half) HWY_ATTR {
      for_each(count, sums, [&](std::ptrdiff_t i) HWY_ATTR {
        return hn::Add(hn::LoadU(d, total + i),
                       half > 0 ? two(part + i, half) : hn::LoadU(d, part + i));
      });
      total = sums;
    };
    int k = 0;
    for (; k + 2 < sum.levels; k += 2) {
      const std::ptrdiff_t half = std::ptrdiff_t{1} << k;
      if (sum.has(k + 1)) add_part(level + sum.before(k + 1), half);
      T* const next = room + (k / 2 % 2) * stride;
      for_each(count + sum.count - 4 * half, next,
               [&](std::ptrdiff_t i) HWY_ATTR { return four(level + i, half); });
      level = next;
      if (sum.has(k + 2)) add_part(level + sum.before(k + 2), 0);
    }
    const std::ptrdiff_t half = std::ptrdiff_t{1} << k;
    if (sum.levels == k + 2) {  // the last part begins with the first neighbour
      if (sum.has(k + 1)) add_part(level + sum.before(k + 1), half);
      for_each(count, sums, [&](std::ptrdiff_t i) HWY_ATTR {
        return hn::Add(hn::LoadU(d, total + i), four(level + i, half));
      });
    } else if (sum.levels == k + 1) {
      for_each(count, sums, [&](std::ptrdiff_t i) HWY_ATTR {
        return hn::Add(hn::LoadU(d, total + i), two(level + i, half));
      });
    } else {
      std::copy_n(row, count, sums);  // a window of one pixel
    }
  }
};

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SELVAGE_ROW_SUMS_INL_H_
