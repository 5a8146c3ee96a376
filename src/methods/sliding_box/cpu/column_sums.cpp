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
inline void doubles_to_floats(const double* HWY_RESTRICT sum, std::ptrdiff_t count,
                              float* HWY_RESTRICT to) {
  for (std::ptrdiff_t i = 0; i < count; ++i) to[i] = static_cast<float>(sum[i]);
}

template <int channels, class Sample, class Term>
void multiply_by_alpha(const Sample* HWY_RESTRICT row, std::ptrdiff_t pixels,
                       Term* HWY_RESTRICT to) {
  for (std::ptrdiff_t i = 0; i < pixels; ++i, row += channels, to += channels) {
    const int alpha = row[channels - 1];
    for (int c = 0; c < channels - 1; ++c)
      to[c] = static_cast<Term>(static_cast<int>(row[c])) * static_cast<Term>(alpha);
    to[channels - 1] = static_cast<Term>(alpha);
  }
}

template <class Sample, class Term>
void products_of(const Sample* row, std::ptrdiff_t pixels, int channels, Term* to) {
  switch (channels) {
    case 2: return multiply_by_alpha<2>(row, pixels, to);
    case 3: return multiply_by_alpha<3>(row, pixels, to);
    default: return multiply_by_alpha<4>(row, pixels, to);
  }
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

ColumnLoops make_column_sums() {
  return {
      .bytes = integer_sums<std::uint8_t, std::uint16_t>(),
      .many_bytes = integer_sums<std::uint8_t, std::uint32_t>(),
      .words = integer_sums<std::uint16_t, std::uint32_t>(),
      .weighted_bytes = {add_samples<std::uint32_t, std::uint32_t>,
                         replace_samples<std::uint32_t, std::uint32_t>,
                         sums_to_floats<std::uint32_t>, products_of<std::uint8_t, std::uint32_t>},
      .weighted_words = {add_samples<double, double>, replace_samples<double, double>,
                         doubles_to_floats, products_of<std::uint16_t, double>},
      .add = add_floats,
      .total = total_of};
}

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "backends/dispatch_entry.hpp"

namespace selvage::cpu {
namespace {

SELVAGE_EXPORT(make_column_sums);

}  // namespace

ColumnLoops column_sums(std::int64_t target) {
  return dispatch_entry(HWY_DISPATCH_TABLE(make_column_sums), target)();
}

}  // namespace selvage::cpu
#endif  // HWY_ONCE
