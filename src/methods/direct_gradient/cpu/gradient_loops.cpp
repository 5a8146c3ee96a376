// SPDX-License-Identifier: Apache-2.0
// The loops of the gradients' two passes, for each shape.

#include "methods/direct_gradient/cpu/gradient_loops.hpp"

#include <stdexcept>

#include "backends/cpu/simd_sets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/direct_gradient/cpu/gradient_loops.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#if HWY_TARGET != HWY_SCALAR
#include "methods/direct_gradient/cpu/gradient_channels-inl.h"
#include "methods/direct_gradient/cpu/gradient_loops-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

std::unique_ptr<GradientLoops> make_loops(const WindowMean&, const planner::GradientShape&,
                                          const LoopSigmas&) {
  return nullptr;
}

#else

template <int values, int guide, Weight weight>
std::unique_ptr<GradientLoops> loops(const WindowMean& step, const LoopSigmas& sigmas) {
  return std::make_unique<Loops<values, guide, weight>>(step, sigmas);
}

std::unique_ptr<GradientLoops> make_loops(const WindowMean& f, const GradientShape& shape,
                                          const LoopSigmas& s) {
  if (shape.many()) {
    if (shape.weight == Weight::l1) return std::make_unique<ChannelLoops<true>>(f, shape, s);
    return std::make_unique<ChannelLoops<false>>(f, shape, s);
  }
  const int key = static_cast<int>(shape.weight) * 100 + shape.values * 10 + shape.guide;
  switch (key) {  // Weight, planes of values, planes of the guide
    case 10: return loops<1, 0, Weight::space>(f, s);
    case 30: return loops<3, 0, Weight::space>(f, s);
    case 40: return loops<4, 0, Weight::space>(f, s);
    case 110: return loops<1, 0, Weight::l2>(f, s);
    case 130: return loops<3, 0, Weight::l2>(f, s);
    case 140: return loops<4, 0, Weight::l2>(f, s);
    case 111: return loops<1, 1, Weight::l2>(f, s);
    case 113: return loops<1, 3, Weight::l2>(f, s);
    case 114: return loops<1, 4, Weight::l2>(f, s);
    case 131: return loops<3, 1, Weight::l2>(f, s);
    case 133: return loops<3, 3, Weight::l2>(f, s);
    case 134: return loops<3, 4, Weight::l2>(f, s);
    case 141: return loops<4, 1, Weight::l2>(f, s);
    case 143: return loops<4, 3, Weight::l2>(f, s);
    case 144: return loops<4, 4, Weight::l2>(f, s);
    case 230: return loops<3, 0, Weight::l1>(f, s);
    case 240: return loops<4, 0, Weight::l1>(f, s);
    case 213: return loops<1, 3, Weight::l1>(f, s);
    case 214: return loops<1, 4, Weight::l1>(f, s);
    case 233: return loops<3, 3, Weight::l1>(f, s);
    case 234: return loops<3, 4, Weight::l1>(f, s);
    case 243: return loops<4, 3, Weight::l1>(f, s);
    case 244: return loops<4, 4, Weight::l1>(f, s);
    case 330: return loops<3, 0, Weight::per_channel>(f, s);
    case 340: return loops<4, 0, Weight::per_channel>(f, s);
    case 333: return loops<3, 3, Weight::per_channel>(f, s);
    case 344: return loops<4, 4, Weight::per_channel>(f, s);
    default: throw std::logic_error("no loops for this shape");
  }
}

#endif

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "backends/dispatch_entry.hpp"

namespace selvage::cpu {
namespace {

SELVAGE_EXPORT(make_loops);

}  // namespace

std::unique_ptr<GradientLoops> make_gradient_loops(const WindowMean& step,
                                                   const planner::GradientShape& shape,
                                                   const LoopSigmas& sigmas, std::int64_t target) {
  return dispatch_entry(HWY_DISPATCH_TABLE(make_loops), target)(step, shape, sigmas);
}

}  // namespace selvage::cpu
#endif  // HWY_ONCE
