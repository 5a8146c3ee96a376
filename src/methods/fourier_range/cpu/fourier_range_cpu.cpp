// SPDX-License-Identifier: Apache-2.0
// Candidate "fourier_range": the bilateral of one channel of u8 from a few filtered images that all
// pixels share (methods/fourier_range/fit.hpp).
//   one task -> a tile: sums columns for a few rows, then sums each row, a few pixels at a time
//   lanes    -> the cosines and sines of one pixel, from a table of levels
// Bound by arithmetic: one fused multiply-add for each tap of a row and of a column, whereas the
// direct candidates compute a weight for each tap of the window.

#include <memory>

#include "backends/cpu/cpu_pipeline.hpp"
#include "backends/cpu/kernel.hpp"
#include "backends/cpu/simd_sets.hpp"
#include "methods/fourier_range/cpu/kernel.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/fourier_range/cpu/fourier_range_cpu.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#if HWY_TARGET != HWY_SCALAR
#include "backends/cpu/images/vector_rows-inl.h"
#include "methods/fourier_range/cpu/loops-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

void make_fourier_loops(FourierParts& parts) {
#if HWY_TARGET == HWY_SCALAR
  (void)parts;  // "plain" serves processors without vector units
#else
  parts.loops = {.block = fourier_block, .columns = fourier_columns, .row = fourier_row};
  parts.vectors = every_vector_row();
#endif
}

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "backends/dispatch_entry.hpp"

namespace selvage::cpu {
namespace {

SELVAGE_EXPORT(make_fourier_loops);

}  // namespace

Factory make_fourier_range;

std::unique_ptr<Pipeline> make_fourier_range(const planner::Decision& decision, const Frame& frame,
                                             const ExecutionContext& context) {
  return make_pipeline(decision, frame, [&](const Pass& pass) {
    FourierParts parts{.pass = pass,
                       .problem = decision.problem,
                       .tile = decision.offer.tuning.tile(),
                       .loops = {},
                       .vectors = {}};
    dispatch_entry(HWY_DISPATCH_TABLE(make_fourier_loops), context.simd.target)(parts);
    return make_fourier_kernel(parts, context);
  });
}

}  // namespace selvage::cpu
#endif  // HWY_ONCE
