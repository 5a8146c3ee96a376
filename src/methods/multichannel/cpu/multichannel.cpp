// SPDX-License-Identifier: Apache-2.0
// Candidate "multichannel": weighted means over windows, whose weights all channels share.
//   one task  -> one tile, loaded once with its halo as planar rows of floats
//   one step  -> a chunk of neighbouring pixels and a group of taps in one row of the window:
//                the distances over blocks of channels, then the weights, then the sums of channels
// Distances and weights of a step stay in the first-level cache. Bound by arithmetic: about six
// vector instructions for a tap of a channel.

#include "methods/multichannel/multichannel.hpp"

#include <memory>

#include "backends/cpu/simd_sets.hpp"
#include "methods/direct/cpu/direct_kernel.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/multichannel/cpu/multichannel.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#if HWY_TARGET != HWY_SCALAR
#include "methods/multichannel/cpu/channel_rows-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

// The target of a processor without vector units; "plain" serves it.
std::unique_ptr<RowFilter<float>> make_channel_rows(const WindowMean&, const PlaneLayout&, double,
                                                    bool) {
  return nullptr;
}

#else

std::unique_ptr<RowFilter<float>> make_channel_rows(const WindowMean& step,
                                                    const PlaneLayout& layout, double range_scale,
                                                    bool fine) {
  const auto rows = [&]<class Shape>(Shape) -> std::unique_ptr<RowFilter<float>> {
    return std::make_unique<ChannelRows<Shape>>(step, layout, range_scale);
  };
  if (layout.distance == PlaneLayout::Distance::none) return rows(SpatialWeights{});
  if (layout.split) return rows(RangeWeights<true, false, true>{});
  if (layout.l1)
    return fine ? rows(RangeWeights<true, true, false>{})
                : rows(RangeWeights<false, true, false>{});
  return fine ? rows(RangeWeights<true, false, false>{})
              : rows(RangeWeights<false, false, false>{});
}

#endif

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "backends/dispatch_entry.hpp"

namespace selvage::cpu {
namespace {

SELVAGE_EXPORT(make_channel_rows);

std::unique_ptr<Kernel> multichannel_kernel(const Pass& pass, const planner::Decision& decision,
                                            const ExecutionContext& context,
                                            const std::shared_ptr<Workers>& workers) {
  const auto& step = std::get<WindowMean>(pass.step);
  const Problem& problem = decision.problem;
  const PlaneLayout layout = plane_layout(step, problem, true);
  const bool fine = fine_distances(layout, distance_type(step, problem, pass.reads), pass.reads);
  const RangeScales scale = range_scales(pass, problem, layout, false);
  auto rows = dispatch_entry(HWY_DISPATCH_TABLE(make_channel_rows), context.simd.target)(
      step, layout, scale.range_scale, fine);
  return make_direct_kernel(
      DirectParts<float>{pass, problem, decision.offer.tuning.as<DirectTuning>(), scale,
                         std::move(rows), layout.split},
      context, workers);
}

}  // namespace

Factory make_multichannel;

std::unique_ptr<Pipeline> make_multichannel(const planner::Decision& decision, const Frame& frame,
                                            const ExecutionContext& context) {
  return make_direct_pipeline(decision, frame, context, multichannel_kernel);
}

}  // namespace selvage::cpu
#endif  // HWY_ONCE
