// SPDX-License-Identifier: Apache-2.0
// Candidate "simd": weighted means over windows in single precision on the processor's vector
// units. Here are the loops for images that are their own guides; the others: simd_joint.cpp. One
// plane without AVX-512 has a loop of its own: simd_pairs-inl.h.
//   one task  -> one tile, loaded once with its halo as planar rows of floats
//   one step  -> a block of neighbouring pixels, all taps of one row of the window
//   weights   -> 2^(spatial exponent - |difference|^2), by a polynomial; no table, no gather
// Bound by arithmetic: 9 to 17 vector instructions for a tap.

#include "backends/cpu/simd.hpp"

#include <stdexcept>

#include "backends/cpu/simd_sets.hpp"
#include "core/loop_sums.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/simd.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#if HWY_TARGET != HWY_SCALAR
#include "backends/cpu/simd_pairs-inl.h"
#include "backends/cpu/simd_rows-inl.h"
#include "backends/cpu/vector_rows-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

// The target of a processor without any of the vector units: "plain" serves it.
std::unique_ptr<RowFilter<float>> make_rows(const WindowMean&, const PlaneLayout&, double, bool) {
  return nullptr;
}
VectorRows vector_rows() {
  return {};
}

int float_lanes() {
  return 1;
}

#else

template <int distances, int values, bool l1, bool fine>
std::unique_ptr<RowFilter<float>> rows(const WindowMean& filter, double range_gain) {
  // Distances with planes of their own are the only ones that would lose anything.
  constexpr Distances kept = !fine        ? Distances::scaled
                             : values > 0 ? Distances::split
                                          : Distances::raw;
  return std::make_unique<SimdRows<Shape<distances, values, l1, fine, kept>>>(filter, range_gain);
}

// The inner loop for a layout of planes. `range_gain` is used by fine loops alone.
template <bool fine>
std::unique_ptr<RowFilter<float>> rows_for(const WindowMean& f, const PlaneLayout& layout,
                                           double gain) {
  const int key = layout.value_planes * 100 + layout.distance_planes * 10 + (layout.l1 ? 1 : 0);
  switch (key) {
    case 10: return rows<1, 0, false, fine>(f, gain);
    case 20: return rows<2, 0, false, fine>(f, gain);
    case 30: return rows<3, 0, false, fine>(f, gain);
    case 40: return rows<4, 0, false, fine>(f, gain);
    case 21: return rows<2, 0, true, fine>(f, gain);
    case 31: return rows<3, 0, true, fine>(f, gain);
    case 41: return rows<4, 0, true, fine>(f, gain);
    case 210: return rows<1, 2, false, fine>(f, gain);
    case 310: return rows<1, 3, false, fine>(f, gain);
    case 410: return rows<1, 4, false, fine>(f, gain);
    case 330: return rows<3, 3, false, fine>(f, gain);
    case 430: return rows<3, 4, false, fine>(f, gain);
    default: throw std::logic_error("no inner loop for this layout of planes");
  }
}

std::unique_ptr<RowFilter<float>> make_rows(const WindowMean& filter, const PlaneLayout& layout,
                                            double range_gain, bool fine) {
#if HWY_TARGET > HWY_AVX3
  if (fine && PairShape::serves(filter, layout))
    return std::make_unique<PairRows>(filter, range_gain);
#endif
  return fine ? rows_for<true>(filter, layout, range_gain)
              : rows_for<false>(filter, layout, range_gain);
}

VectorRows vector_rows() {
  return every_vector_row();
}

int float_lanes() {
  return static_cast<int>(hn::MaxLanes(FloatTag{}));
}

#endif

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "backends/cpu/dispatch_entry.hpp"

namespace selvage::cpu {
namespace {

HWY_EXPORT(make_rows);
HWY_EXPORT(vector_rows);
HWY_EXPORT(float_lanes);

}  // namespace

std::vector<SimdTarget> simd_targets() {
  std::vector<SimdTarget> targets;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets())
    if (target != HWY_SCALAR)
      targets.push_back({hwy::TargetName(target), target,
                         dispatch_entry(HWY_DISPATCH_TABLE(float_lanes), target)()});
  return targets;
}

std::unique_ptr<Kernel> make_simd(const Pass& pass, const Problem& problem, const Tuning& tuning,
                                  const SimdTarget& target, const Crew& crew) {
  const auto& filter = std::get<WindowMean>(pass.step);
  const PlaneLayout layout = plane_layout(filter, problem);
  const bool fine = !coarse_sums(layout, pass.reads);
  const RangeScale scale = range_scale(pass, problem, layout, !layout.guided && !fine);
  auto rows = layout.guided
                  ? make_guided_rows(filter, layout, scale.range_gain, fine, target.target)
                  : dispatch_entry(HWY_DISPATCH_TABLE(make_rows), target.target)(
                        filter, layout, scale.range_gain, fine);
  const VectorRows vectors = dispatch_entry(HWY_DISPATCH_TABLE(vector_rows), target.target)();
  return make_direct_kernel(
      DirectParts<float>{pass, problem, tuning, scale, std::move(rows), fine, vectors}, crew);
}

}  // namespace selvage::cpu
#endif  // HWY_ONCE
