// SPDX-License-Identifier: Apache-2.0
// Candidate "simd": the inner loops of steps with a guide, and of steps without a range.
//   one step  -> a block of neighbouring pixels, all taps of one row of the window
//   weights   -> 2^(spatial exponent - scale |difference|^2), or those of the columns
// Distances are taken between samples, which are exact in single precision, or between split
// planes.

#include "backends/cpu/simd_sets.hpp"
#include "core/dispatch.hpp"
#include "methods/direct/cpu/simd.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/direct/cpu/simd_joint.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#if HWY_TARGET != HWY_SCALAR
#include "methods/direct/cpu/simd_rows-inl.h"
#include "methods/direct/cpu/simd_weighted-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

// The target of a processor without vector units; "plain" serves it.
std::unique_ptr<RowFilter<float>> guided_rows(const WindowMean&, const PlaneLayout&, double, bool) {
  return nullptr;
}
std::unique_ptr<RowFilter<float>> precise_rows(const WindowMean&, const PlaneLayout&, double) {
  return nullptr;
}

#else

using Rows = std::unique_ptr<RowFilter<float>>;

// Returns the loop for the layout's number of value planes.
template <int distances, bool l1, Distances kept>
Rows rows_of(const WindowMean& step, const PlaneLayout& layout, double scale) {
  return with_count(layout.value_planes, [&]<int values>() -> Rows {
    return std::make_unique<SimdRows<Shape<distances, values, l1, true, kept>>>(step, scale);
  });
}

// Returns the coarse loops of methods/direct/loop_sums.hpp.
template <int distances>
Rows coarse_rows(const WindowMean& step, const PlaneLayout& layout, double scale) {
  if (layout.value_planes == 1)
    return std::make_unique<SimdRows<Shape<distances, 1, false, false, Distances::raw>>>(step,
                                                                                         scale);
  return std::make_unique<SimdRows<Shape<distances, 3, false, false, Distances::raw>>>(step, scale);
}

// Returns the loop of an image that guides itself and whose alpha weighs its colours.
Rows weighted_rows(const WindowMean& step, const PlaneLayout& layout, double scale) {
  const auto rows = [&]<int distances, bool l1, Distances kept>() -> Rows {
    // One colour has one distance; luma and lab are made of three.
    constexpr int values = kept == Distances::split ? 4 : distances + 1;
    return std::make_unique<SimdRows<Shape<distances, values, l1, true, kept, true>>>(step, scale);
  };
  constexpr Distances raw = Distances::raw, split = Distances::split;
  switch (layout.distance) {
    case PlaneLayout::Distance::luma: return rows.operator()<1, false, split>();
    case PlaneLayout::Distance::lab: return rows.operator()<3, false, split>();
    default: break;
  }
  switch (layout.distance_planes) {
    case 1: return rows.operator()<1, false, raw>();
    case 2: return layout.l1 ? rows.operator()<2, true, raw>() : rows.operator()<2, false, raw>();
    default: return layout.l1 ? rows.operator()<3, true, raw>() : rows.operator()<3, false, raw>();
  }
}

Rows guided_rows(const WindowMean& step, const PlaneLayout& layout, double scale, bool fine) {
  if (layout.weighs && !layout.guided) return weighted_rows(step, layout, scale);
  if (!fine)
    return layout.distance_planes == 1 ? coarse_rows<1>(step, layout, scale)
                                       : coarse_rows<3>(step, layout, scale);
  switch (layout.distance) {
    case PlaneLayout::Distance::none:
      return rows_of<1, false, Distances::none>(step, layout, scale);
    case PlaneLayout::Distance::luma:
      return rows_of<1, false, Distances::split>(step, layout, scale);
    case PlaneLayout::Distance::lab:
      return rows_of<3, false, Distances::split>(step, layout, scale);
    case PlaneLayout::Distance::channels: break;
  }
  return with_count(layout.distance_planes, [&]<int distances>() -> Rows {
    if constexpr (distances > 1)
      if (layout.l1) return rows_of<distances, true, Distances::raw>(step, layout, scale);
    return rows_of<distances, false, Distances::raw>(step, layout, scale);
  });
}

// Returns the loops with exponents in double precision.
Rows precise_rows(const WindowMean& step, const PlaneLayout& layout, double scale) {
  const auto rows = [&]<int distances, bool l1, bool split>() -> Rows {
    return std::make_unique<WeightedRows<distances, l1, split>>(step, layout, scale);
  };
  switch (layout.distance) {
    case PlaneLayout::Distance::luma: return rows.operator()<1, false, true>();
    case PlaneLayout::Distance::lab: return rows.operator()<3, false, true>();
    default: break;
  }
  return with_count(layout.distance_planes, [&]<int distances>() -> Rows {
    if constexpr (distances > 1)
      if (layout.l1) return rows.operator()<distances, true, false>();
    return rows.operator()<distances, false, false>();
  });
}

#endif

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "backends/dispatch_entry.hpp"

namespace selvage::cpu {
namespace {

SELVAGE_EXPORT(guided_rows);
SELVAGE_EXPORT(precise_rows);

}  // namespace

std::unique_ptr<RowFilter<float>> make_guided_rows(const WindowMean& step,
                                                   const PlaneLayout& layout, double range_scale,
                                                   bool fine, std::int64_t target) {
  return dispatch_entry(HWY_DISPATCH_TABLE(guided_rows), target)(step, layout, range_scale, fine);
}

std::unique_ptr<RowFilter<float>> make_precise_rows(const WindowMean& step,
                                                    const PlaneLayout& layout, double range_scale,
                                                    std::int64_t target) {
  return dispatch_entry(HWY_DISPATCH_TABLE(precise_rows), target)(step, layout, range_scale);
}

}  // namespace selvage::cpu
#endif  // HWY_ONCE
