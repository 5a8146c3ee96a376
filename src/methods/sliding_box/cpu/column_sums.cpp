// SPDX-License-Identifier: Apache-2.0
// Loops that compilers vectorise, for each instruction set.

#include "methods/sliding_box/cpu/column_sums.hpp"

#include "backends/cpu/simd_sets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/sliding_box/cpu/column_sums.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

template <class Sample, class Sum>
void add_samples(const Sample* HWY_RESTRICT row, std::ptrdiff_t count, Sum* HWY_RESTRICT sum) {
  for (std::ptrdiff_t i = 0; i < count; ++i) sum[i] = static_cast<Sum>(sum[i] + row[i]);
}

template <class Sample, class Sum>
void replace_samples(const Sample* HWY_RESTRICT in, const Sample* HWY_RESTRICT out,
                     std::ptrdiff_t count, Sum* HWY_RESTRICT sum) {
  for (std::ptrdiff_t i = 0; i < count; ++i) sum[i] = static_cast<Sum>(sum[i] + in[i] - out[i]);
}

// Sums are below 2^31.
template <class Sum>
void sums_to_floats(const Sum* HWY_RESTRICT sum, std::ptrdiff_t count, float* HWY_RESTRICT to) {
  for (std::ptrdiff_t i = 0; i < count; ++i) to[i] = static_cast<float>(static_cast<int>(sum[i]));
}

inline void add_floats(const double* from, const float* HWY_RESTRICT row, std::ptrdiff_t count,
                       double* to) {
  for (std::ptrdiff_t i = 0; i < count; ++i) to[i] = from[i] + static_cast<double>(row[i]);
}

inline void total_of(const double* HWY_RESTRICT a, const double* HWY_RESTRICT b,
                     std::ptrdiff_t count, float* HWY_RESTRICT to) {
  for (std::ptrdiff_t i = 0; i < count; ++i) to[i] = static_cast<float>(a[i] + b[i]);
}

template <class Sample, class Sum>
constexpr IntegerSums<Sample, Sum> integer_sums() {
  return {add_samples<Sample, Sum>, replace_samples<Sample, Sum>, sums_to_floats<Sum>};
}

ColumnSums make_column_sums() {
  return {.bytes = integer_sums<std::uint8_t, std::uint16_t>(),
          .many_bytes = integer_sums<std::uint8_t, std::uint32_t>(),
          .words = integer_sums<std::uint16_t, std::uint32_t>(),
          .add = add_floats,
          .total = total_of};
}

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "backends/cpu/dispatch_entry.hpp"

namespace selvage::cpu {
namespace {

HWY_EXPORT(make_column_sums);

}  // namespace

ColumnSums column_sums(std::int64_t target) {
  return dispatch_entry(HWY_DISPATCH_TABLE(make_column_sums), target)();
}

}  // namespace selvage::cpu
#endif  // HWY_ONCE
