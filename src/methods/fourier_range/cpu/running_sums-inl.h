// SPDX-License-Identifier: Apache-2.0
// The running sums of a box and a parabola (axis_mean.hpp), for each instruction set.

#if defined(SELVAGE_RUNNING_SUMS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SELVAGE_RUNNING_SUMS_INL_H_
#undef SELVAGE_RUNNING_SUMS_INL_H_
#else
#define SELVAGE_RUNNING_SUMS_INL_H_
#endif

#include <type_traits>

#include "hwy/highway.h"
#include "methods/fourier_range/cpu/level_waves-inl.h"
#include "methods/fourier_range/cpu/multirate_loops.hpp"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The running sums of one vector. Everything is exact modulo 2^32, and so are the results, which
// fit. `shifted` says whether the parabola sums integers that are shifted right.
template <bool shifted>
struct Running {
  RateIntVector box;         // of whole integers
  RateIntVector low_box;     // of shifted integers, if any are
  RateIntVector parabola;    //
  RateIntVector difference;  // of the parabola's next value

  static HWY_INLINE RateIntVector low(RateIntVector whole, int shift) {
    if constexpr (shifted) return hn::ShiftRightSame(whole, shift);
    return whole;
  }

  // The sums of pixel x move on to x + 1: Q += E, and E(x + 1) = E(x) - 2 B(x + 1) + (2 radius + 1)
  // (u(x - radius) + u(x + radius + 2)). `leaves` is u(x - radius), `enters` u(x + radius + 1) and
  // `next` u(x + radius + 2).
  HWY_INLINE void move(RateIntVector leaves, RateIntVector enters, RateIntVector next, int shift,
                       RateIntVector width) {
    const RateIntVector low_leaves = low(leaves, shift);
    parabola = hn::Add(parabola, difference);
    box = hn::Add(box, hn::Sub(enters, leaves));
    low_box = shifted ? hn::Add(low_box, hn::Sub(low(enters, shift), low_leaves)) : box;
    const RateIntVector ends = hn::Mul(hn::Add(low_leaves, low(next, shift)), width);
    difference = hn::Add(difference, hn::Sub(ends, hn::Add(low_box, low_box)));
  }

  template <class Item>
  HWY_INLINE void start(const Item& item, int radius, int shift) {
    const RateInt d;
    box = low_box = parabola = difference = hn::Zero(d);
    for (int t = -radius; t <= radius + 1; ++t) {
      const RateIntVector u = item(t), part = low(u, shift);
      difference = hn::Add(difference, hn::Mul(part, hn::Set(d, 2 * t - 1)));
      if (t > radius) break;
      box = hn::Add(box, u);
      low_box = hn::Add(low_box, part);
      parabola = hn::Add(parabola, hn::Mul(part, hn::Set(d, (radius + 1) * (radius + 1) - t * t)));
    }
  }

  HWY_INLINE void load(const std::int32_t* from, std::ptrdiff_t plane) {
    const RateInt d;
    box = hn::Load(d, from);
    low_box = shifted ? hn::Load(d, from + plane) : box;
    parabola = hn::Load(d, from + 2 * plane);
    difference = hn::Load(d, from + 3 * plane);
  }
  HWY_INLINE void store(std::int32_t* to, std::ptrdiff_t plane) const {
    const RateInt d;
    hn::Store(box, d, to);
    if constexpr (shifted) hn::Store(low_box, d, to + plane);
    hn::Store(parabola, d, to + 2 * plane);
    hn::Store(difference, d, to + 3 * plane);
  }

  // Returns out(x); pair(e) returns u(x - radius + e) + u(x + radius - e).
  template <bool ends, class Pair>
  HWY_INLINE RateVector mean(const AxisWeights& axis, const RateVector (&cells)[4],
                             const float* interpolate, const Pair& pair) const {
    const RateTag d;
    RateVector sum = hn::Set(d, axis.start);
    for (int a = 0; a < 4; ++a) sum = hn::MulAdd(cells[a], hn::Set(d, interpolate[a]), sum);
    sum = hn::MulAdd(hn::ConvertTo(d, box), hn::Set(d, axis.box), sum);
    sum = hn::MulAdd(hn::ConvertTo(d, parabola), hn::Set(d, axis.parabola), sum);
    if constexpr (ends)
      for (int e = 0; e < end_pairs; ++e)
        sum = hn::MulAdd(hn::ConvertTo(d, pair(e)), hn::Set(d, axis.ends[e]), sum);
    return sum;
  }
};

// Calls run with std::bool_constant's that say whether the parabola's integers are shifted and
// whether the ends have weights of their own.
template <class Run>
HWY_INLINE void with_axis_form(const AxisWeights& axis, const Run& run) {
  constexpr std::true_type yes;
  constexpr std::false_type no;
  if (axis.shift > 0)
    axis.has_ends ? run(yes, yes) : run(yes, no);
  else
    axis.has_ends ? run(no, yes) : run(no, no);
}

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
