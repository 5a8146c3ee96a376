// SPDX-License-Identifier: Apache-2.0
// Candidate "simd": weighted means over windows in single precision on the processor's vector
// units. Here are the loops for images that guide themselves; simd_joint.cpp has the others.
// One plane has a loop of its own (simd_pairs-inl.h).
//   one task  -> one tile, loaded once with its halo as planar rows of floats
//   one step  -> a block of neighbouring pixels, all taps of one row of the window
//   weights   -> 2^(spatial exponent - |difference|^2), by a polynomial; no table, no gather
// Bound by arithmetic: 9 to 17 vector instructions for a tap.

#include "methods/direct/cpu/simd.hpp"

#include <stdexcept>

#include "backends/cpu/simd_sets.hpp"
#include "methods/direct/loop_sums.hpp"
#include "methods/direct/pair_choice.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/direct/cpu/simd.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#if HWY_TARGET != HWY_SCALAR
#include "backends/cpu/images/vector_rows-inl.h"
#include "methods/direct/cpu/simd_pairs-inl.h"
#include "methods/direct/cpu/simd_rows-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

// The target of a processor without vector units; "plain" serves it.
std::unique_ptr<RowFilter<float>> make_rows(const WindowMean&, const PlaneLayout&, double, bool) {
  return nullptr;
}
VectorRows vector_rows() {
  return {};
}

#else

template <int distances, int values, bool l1, bool fine>
std::unique_ptr<RowFilter<float>> rows(const WindowMean& filter, double range_scale) {
  // Only distances with planes of their own would lose precision.
  constexpr Distances kept = !fine        ? Distances::scaled
                             : values > 0 ? Distances::split
                                          : Distances::raw;
  return std::make_unique<SimdRows<Shape<distances, values, l1, fine, kept>>>(filter, range_scale);
}

// Returns the inner loop for a plane layout. Only fine loops use `range_scale`.
template <bool fine>
std::unique_ptr<RowFilter<float>> rows_for(const WindowMean& f, const PlaneLayout& layout,
                                           double scale) {
  const int key = layout.value_planes * 100 + layout.distance_planes * 10 + (layout.l1 ? 1 : 0);
  switch (key) {
    case 10: return rows<1, 0, false, fine>(f, scale);
    case 20: return rows<2, 0, false, fine>(f, scale);
    case 30: return rows<3, 0, false, fine>(f, scale);
    case 40: return rows<4, 0, false, fine>(f, scale);
    case 21: return rows<2, 0, true, fine>(f, scale);
    case 31: return rows<3, 0, true, fine>(f, scale);
    case 41: return rows<4, 0, true, fine>(f, scale);
    case 210: return rows<1, 2, false, fine>(f, scale);
    case 310: return rows<1, 3, false, fine>(f, scale);
    case 410: return rows<1, 4, false, fine>(f, scale);
    case 330: return rows<3, 3, false, fine>(f, scale);
    case 430: return rows<3, 4, false, fine>(f, scale);
    default: throw std::logic_error("no inner loop for this plane layout");
  }
}

std::unique_ptr<RowFilter<float>> make_rows(const WindowMean& filter, const PlaneLayout& layout,
                                            double range_scale, bool fine) {
  constexpr int floats = hn::MaxLanes(FloatTag{});
  if (fine && in_pairs(filter, layout, floats))
    return std::make_unique<PairRows>(filter, range_scale);
  return fine ? rows_for<true>(filter, layout, range_scale)
              : rows_for<false>(filter, layout, range_scale);
}

VectorRows vector_rows() {
  return every_vector_row();
}

#endif

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "backends/dispatch_entry.hpp"

namespace selvage::cpu {
namespace {

SELVAGE_EXPORT(make_rows);
SELVAGE_EXPORT(vector_rows);

std::unique_ptr<Kernel> simd_kernel(const Pass& pass, const planner::Decision& decision,
                                    const ExecutionContext& context,
                                    const std::shared_ptr<Workers>& workers) {
  return make_simd_kernel(pass, decision.problem, decision.offer.tuning.as<DirectTuning>(), context,
                          workers);
}

}  // namespace

std::unique_ptr<Kernel> make_simd_kernel(const Pass& pass, const Problem& problem,
                                         const DirectTuning& tuning,
                                         const ExecutionContext& context,
                                         const std::shared_ptr<Workers>& workers) {
  const auto& filter = std::get<WindowMean>(pass.step);
  const PlaneLayout layout = plane_layout(filter, problem);
  const bool fine = !coarse_sums(layout, pass.reads);
  const RangeScales scale = range_scales(pass, problem, layout, !layout.guided && !fine);
  // The loops of images with a guide serve any number of planes.
  auto rows = double_exponents(layout, problem.type)
                  ? make_precise_rows(filter, layout, scale.range_scale, context.simd.target)
              : layout.guided || layout.weighs
                  ? make_guided_rows(filter, layout, scale.range_scale, fine, context.simd.target)
                  : dispatch_entry(HWY_DISPATCH_TABLE(make_rows), context.simd.target)(
                        filter, layout, scale.range_scale, fine);
  const VectorRows vectors = dispatch_entry(HWY_DISPATCH_TABLE(vector_rows), context.simd.target)();
  return make_direct_kernel(
      DirectParts<float>{pass, problem, tuning, scale, std::move(rows), fine, vectors}, context,
      workers);
}

std::unique_ptr<Pipeline> make_simd(const planner::Decision& decision, const Frame& frame,
                                    const ExecutionContext& context) {
  return make_direct_pipeline(decision, frame, context, simd_kernel);
}

std::unique_ptr<Pipeline> make_separable_bilateral(const planner::Decision& decision,
                                                   const Frame& frame,
                                                   const ExecutionContext& context) {
  return make_direct_pipeline(decision, frame, context, simd_kernel);
}

}  // namespace selvage::cpu
#endif  // HWY_ONCE
