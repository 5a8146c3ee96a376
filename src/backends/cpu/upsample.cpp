// SPDX-License-Identifier: Apache-2.0
// Candidate "upsample": joint bilateral upsampling on the processor's vector units.
//   one task  -> one tile of output rows
//   one step  -> a vector of neighbouring pixels, up to 16 taps of one row of the window:
//   exponents,
//                the smallest of them, weights, sums
//   taps      -> loaded side by side from planar rows of the small image, handed out to the pixels
//                by a permutation
// Bound by the arithmetic of the exponents: two vectors of doubles for one of floats.

#include "backends/cpu/upsample.hpp"

#include <stdexcept>

#include "backends/cpu/simd_sets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/upsample.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#if HWY_TARGET != HWY_SCALAR
#include "backends/cpu/upsample_rows-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

// "plain_upsample" serves it.
std::unique_ptr<UpsampleLoop<float>> make_upsample_rows(const Upsampling&) {
  return nullptr;
}

#else

// Bytes are rounded to a 255th.
template <int distances, bool l1>
std::unique_ptr<UpsampleLoop<float>> upsample_rows(const Upsampling& p) {
  if (p.image.type == PixelType::u8) return std::make_unique<UpsampleRows<distances, l1, 3>>(p);
  return std::make_unique<UpsampleRows<distances, l1, 5>>(p);
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
#include "backends/cpu/dispatch_entry.hpp"
#include "backends/cpu/upsample_kernel.hpp"

namespace selvage::cpu {
namespace {

HWY_EXPORT(make_upsample_rows);

}  // namespace

std::unique_ptr<Kernel> make_upsample(const Pass&, const Problem& problem, const Tuning& tuning,
                                      const SimdTarget& target, const Crew& crew) {
  const Upsampling upsampling(problem);
  auto rows = dispatch_entry(HWY_DISPATCH_TABLE(make_upsample_rows), target.target)(upsampling);
  return make_upsample_kernel<float>(problem, tuning, std::move(rows), crew);
}

}  // namespace selvage::cpu
#endif  // HWY_ONCE
