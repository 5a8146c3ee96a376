// SPDX-License-Identifier: Apache-2.0
// Candidate "upsample": joint bilateral upsampling on the processor's vector units.
//   one task  -> one tile of output rows
//   one step  -> a vector of neighbouring pixels, up to 16 taps of one row of the window: computes
//                the exponents, the smallest of them, weights and sums
//   taps      -> loaded together from planar rows of the small image, distributed to the pixels
//                by a permutation
// Bound by the arithmetic of the exponents: two vectors of doubles for one of floats.

#include <memory>
#include <stdexcept>

#include "backends/cpu/cpu_pipeline.hpp"
#include "backends/cpu/kernel.hpp"
#include "backends/cpu/simd_sets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/upsampling/cpu/upsample.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#if HWY_TARGET != HWY_SCALAR
#include "methods/upsampling/cpu/upsample_rows-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

// "plain_upsample" serves it.
std::unique_ptr<UpsampleLoop<float>> make_upsample_rows(const Upsampling&) {
  return nullptr;
}

#else

// Results of bytes are rounded to 1/255, so a lower degree of exp2 suffices.
template <int distances, bool l1>
std::unique_ptr<UpsampleLoop<float>> upsample_rows(const Upsampling& p) {
  if (p.image.type == PixelType::u8)
    return std::make_unique<UpsampleRows<distances, l1, upsample_degree(true)>>(p);
  return std::make_unique<UpsampleRows<distances, l1, upsample_degree(false)>>(p);
}

std::unique_ptr<UpsampleLoop<float>> make_upsample_rows(const Upsampling& p) {
  switch (p.layout.distance_planes * 10 + (p.layout.l1 ? 1 : 0)) {
    case 10: return upsample_rows<1, false>(p);
    case 20: return upsample_rows<2, false>(p);
    case 30: return upsample_rows<3, false>(p);
    case 40: return upsample_rows<4, false>(p);
    case 21: return upsample_rows<2, true>(p);
    case 31: return upsample_rows<3, true>(p);
    case 41: return upsample_rows<4, true>(p);
    default: throw std::logic_error("no inner loop for this layout of planes");
  }
}

#endif

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "backends/dispatch_entry.hpp"
#include "methods/upsampling/cpu/upsample_kernel.hpp"

namespace selvage::cpu {
namespace {

SELVAGE_EXPORT(make_upsample_rows);

}  // namespace

Factory make_upsample;

std::unique_ptr<Pipeline> make_upsample(const planner::Decision& decision, const Frame& frame,
                                        const ExecutionContext& context) {
  return make_pipeline(decision, frame, [&](const Pass&) {
    const Upsampling upsampling(decision.problem);
    auto rows =
        dispatch_entry(HWY_DISPATCH_TABLE(make_upsample_rows), context.simd.target)(upsampling);
    return make_upsample_kernel<float>(decision.problem, decision.offer.tuning.tile(),
                                       std::move(rows), context);
  });
}

}  // namespace selvage::cpu
#endif  // HWY_ONCE
