// SPDX-License-Identifier: Apache-2.0
// The inner loops of the candidates that filter row by row, with SIMD instructions.
//   one step  -> a few neighbouring vectors of a row, channels interleaved, all taps
// Bound by loads: two per pair of taps, with one fused multiply-add and one addition.

#include "methods/convolution/cpu/line_sums.hpp"

#include <stdexcept>

#include "backends/cpu/simd_sets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/convolution/cpu/line_sums.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#if HWY_TARGET != HWY_SCALAR
#include "backends/cpu/images/row_convert-inl.h"
#include "methods/convolution/cpu/line_bytes-inl.h"
#include "methods/convolution/cpu/line_sums-inl.h"
#include "methods/convolution/cpu/row_groups-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

LineSums make_line_sums() {
#if HWY_TARGET == HWY_SCALAR
  return {};  // a processor without vector units is served by the plain candidates
#else
  return {.pairs = sum_pairs<float, float>,
          .taps = sum_taps<float, float>,
          .column_weights = sum_pairs<float, double>,
          .wide_pairs = sum_pairs<double, double>,
          .wide_taps = sum_taps<double, double>,
          .byte_column = sum_bytes<ColumnPair>,
          .byte_row = sum_bytes<RowPair>,
          .convert = float_convert,
          .bytes = {.load = load_bytes_by_128, .store = store_bytes_by_256},
          .groups = row_groups()};
#endif
}

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "backends/dispatch_entry.hpp"

namespace selvage::cpu {
namespace {

SELVAGE_EXPORT(make_line_sums);

}  // namespace

LineSums line_sums(std::int64_t target) {
  return dispatch_entry(HWY_DISPATCH_TABLE(make_line_sums), target)();
}

}  // namespace selvage::cpu
#endif  // HWY_ONCE
