// SPDX-License-Identifier: Apache-2.0
// Candidate "int16": the direct bilateral of u8, of one channel or three with norm l1, with
// weights in 16-bit integers.
//   one task  -> one tile, loaded once with its halo as rows of scaled 16-bit samples
//   one step  -> a block of neighbouring pixels, two taps of one row of the window
//   weights   -> squares of 16-bit roots (methods/direct/int16_weights.hpp), summed up in 32 bits
// Bound by arithmetic: 15 vector instructions (three channels: 29) for as many taps as a vector has
// 16-bit lanes, where candidate "simd" takes 9 to 13 (17 to 23) for half as many.

#include <memory>
#include <stdexcept>

#include "backends/cpu/simd_sets.hpp"
#include "methods/direct/cpu/simd.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/direct/cpu/int16.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#if HWY_TARGET != HWY_SCALAR
#include "backends/cpu/images/vector_rows-inl.h"
#include "methods/direct/cpu/int16_rows-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

// The target of a processor without vector units; "plain" serves it.
void make_parts(const WindowMean&, int, int, std::unique_ptr<RowFilter<std::int16_t>>&, VectorRows&,
                Int16Row&) {}

#else

template <int planes, int doublings>
std::unique_ptr<RowFilter<std::int16_t>> int16_rows(const WindowMean& filter) {
#if HWY_TARGET <= HWY_AVX3
  if (has_dot()) return std::make_unique<Int16Rows<planes, doublings, true>>(filter);
#endif
  return std::make_unique<Int16Rows<planes, doublings, false>>(filter);
}

template <int planes>
std::unique_ptr<RowFilter<std::int16_t>> int16_rows(const WindowMean& filter, int doublings) {
  switch (doublings) {
    case 0: return int16_rows<planes, 0>(filter);
    case 1: return int16_rows<planes, 1>(filter);
    case 2: return int16_rows<planes, 2>(filter);
    case 3: return int16_rows<planes, 3>(filter);
    default: throw std::logic_error("no inner loop for so small a sigma_range");
  }
}

void make_parts(const WindowMean& filter, int planes, int doublings,
                std::unique_ptr<RowFilter<std::int16_t>>& rows, VectorRows& vectors,
                Int16Row& to_int16) {
  rows = planes == 1 ? int16_rows<1>(filter, doublings) : int16_rows<3>(filter, doublings);
  vectors = every_vector_row();
  to_int16 = int16_row;
}

#endif

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "backends/cpu/dispatch_entry.hpp"

namespace selvage::cpu {
namespace {

HWY_EXPORT(make_parts);

std::unique_ptr<Kernel> int16_kernel(const Pass& pass, const planner::Decision& decision,
                                     const ExecutionContext& context,
                                     const std::shared_ptr<Workers>& workers) {
  const auto& filter = std::get<WindowMean>(pass.step);
  const int16::Scale scale = int16::scale(filter, decision.problem);
  DirectParts<std::int16_t> parts{.pass = pass,
                                  .problem = decision.problem,
                                  .tuning = decision.offer.tuning.as<DirectTuning>(),
                                  .scale = {scale.samples, 1.0}};
  dispatch_entry(HWY_DISPATCH_TABLE(make_parts), context.simd.target)(
      filter, plane_layout(filter, decision.problem).distance_planes, scale.doublings, parts.filter,
      parts.vectors, parts.int16_row);
  return make_direct_kernel(std::move(parts), context, workers);
}

}  // namespace

Factory make_int16;

std::unique_ptr<Pipeline> make_int16(const planner::Decision& decision, const Frame& frame,
                                     const ExecutionContext& context) {
  return make_direct_pipeline(decision, frame, context, int16_kernel);
}

}  // namespace selvage::cpu
#endif  // HWY_ONCE
