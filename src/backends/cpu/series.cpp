// SPDX-License-Identifier: Apache-2.0
// Candidate "series": the bilateral of one channel of u8 by a few filtered images that all pixels
// share (core/series_fit.hpp).
//   one task -> a tile: a few rows of the columns' sums, then each row's, a few pixels at a time
//   lanes    -> the cosines and sines of one pixel, which a table gives for its level
// Bound by arithmetic: a fused multiplication and addition for each tap of a row and of a column,
// where the direct candidates compute a weight for each of the window.

#include "backends/cpu/series.hpp"

#include "backends/cpu/series_kernel.hpp"
#include "backends/cpu/simd_sets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/series.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#if HWY_TARGET != HWY_SCALAR
#include "backends/cpu/series_loops-inl.h"
#include "backends/cpu/vector_rows-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

void make_series_loops(SeriesParts& parts) {
#if HWY_TARGET == HWY_SCALAR
  (void)parts;  // a processor without vector units is served by "plain"
#else
  parts.loops = {.block = series_block, .columns = series_columns, .row = series_row};
  parts.vectors = every_vector_row();
#endif
}

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "backends/cpu/dispatch_entry.hpp"

namespace selvage::cpu {
namespace {

HWY_EXPORT(make_series_loops);

}  // namespace

std::unique_ptr<Kernel> make_series(const Pass& pass, const Problem& problem, const Tuning& tuning,
                                    const SimdTarget& target, const Crew& crew) {
  SeriesParts parts{.pass = pass, .problem = problem, .tuning = tuning, .loops = {}, .vectors = {}};
  dispatch_entry(HWY_DISPATCH_TABLE(make_series_loops), target.target)(parts);
  return make_series_kernel(parts, crew);
}

}  // namespace selvage::cpu
#endif  // HWY_ONCE
