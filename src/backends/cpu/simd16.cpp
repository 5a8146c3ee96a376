// SPDX-License-Identifier: Apache-2.0
// Candidate "simd16": the direct bilateral of one channel of u8 with weights in 16-bit integers.
//   one task  -> one tile, loaded once with its halo as rows of scaled 16-bit samples
//   one step  -> a block of neighbouring pixels, two taps of one row of the window
//   weights   -> squares of 16-bit roots (core/narrow_weights.hpp), summed up in 32 bits
// Bound by arithmetic: 15 vector instructions for as many taps as a vector has 16-bit numbers,
// where candidate "simd" takes 9 to 13 for half as many.

#include "backends/cpu/simd16.hpp"

#include <stdexcept>

#include "backends/cpu/simd_sets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/simd16.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#if HWY_TARGET != HWY_SCALAR
#include "backends/cpu/simd16_rows-inl.h"
#include "backends/cpu/vector_rows-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

// The target of a processor without any of the vector units: "plain" serves it.
void make_parts(const WindowMean&, int, std::unique_ptr<RowFilter<std::int16_t>>&, VectorRows&,
                NarrowRow&) {}

#else

template <int doublings>
std::unique_ptr<RowFilter<std::int16_t>> narrow_rows(const WindowMean& filter) {
#if HWY_TARGET <= HWY_AVX3
  if (has_dot()) return std::make_unique<NarrowRows<doublings, true>>(filter);
#endif
  return std::make_unique<NarrowRows<doublings, false>>(filter);
}

std::unique_ptr<RowFilter<std::int16_t>> narrow_rows(const WindowMean& filter, int doublings) {
  switch (doublings) {
    case 0: return narrow_rows<0>(filter);
    case 1: return narrow_rows<1>(filter);
    case 2: return narrow_rows<2>(filter);
    case 3: return narrow_rows<3>(filter);
    default: throw std::logic_error("no inner loop for so small a sigma_range");
  }
}

void make_parts(const WindowMean& filter, int doublings,
                std::unique_ptr<RowFilter<std::int16_t>>& rows, VectorRows& vectors,
                NarrowRow& narrow) {
  rows = narrow_rows(filter, doublings);
  vectors = every_vector_row();
  narrow = narrow_row;
}

#endif

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "backends/cpu/dispatch_entry.hpp"

namespace selvage::cpu {
namespace {

HWY_EXPORT(make_parts);

}  // namespace

std::unique_ptr<Kernel> make_simd16(const Pass& pass, const Problem& problem, const Tuning& tuning,
                                    const SimdTarget& target, const Crew& crew) {
  const auto& filter = std::get<WindowMean>(pass.step);
  const narrow::Scale scale = narrow::scale(filter, problem);
  DirectParts<std::int16_t> parts{
      .pass = pass, .problem = problem, .tuning = tuning, .scale = {scale.samples, 1.0}};
  dispatch_entry(HWY_DISPATCH_TABLE(make_parts), target.target)(
      filter, scale.doublings, parts.filter, parts.vectors, parts.narrow);
  return make_direct_kernel(std::move(parts), crew);
}

}  // namespace selvage::cpu
#endif  // HWY_ONCE
