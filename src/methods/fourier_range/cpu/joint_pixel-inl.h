// SPDX-License-Identifier: Apache-2.0
// A pixel of a joint filter from all its taps, for each instruction set.

#if defined(SELVAGE_JOINT_PIXEL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SELVAGE_JOINT_PIXEL_INL_H_
#undef SELVAGE_JOINT_PIXEL_INL_H_
#else
#define SELVAGE_JOINT_PIXEL_INL_H_
#endif

#include "core/dispatch.hpp"
#include "hwy/highway.h"
#include "methods/fourier_range/cpu/multirate_loops.hpp"
#include "methods/fourier_range/cpu/range_weights-inl.h"
#include "methods/fourier_range/joint_level.hpp"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// As direct_pixel.
template <int values>
void joint_means(const JointPixel& job) {
  using Vector = RangeWeights::Vector;
  const RangeWeights::Tag d;
  const hn::RebindToSigned<RangeWeights::Tag> di;
  constexpr int lanes = static_cast<int>(hn::MaxLanes(RangeWeights::Tag()));
  const DirectPixel& window = job.window;
  const RangeWeights weights(window.exponent_scale);
  const auto low = hn::Set(di, 0xffff), hole = hn::Set(di, window.hole);
  const auto centre = hn::Set(di, guide_of(*window.levels));
  Vector sum = hn::Zero(d), sums[values];
  for (Vector& s : sums) s = hn::Zero(d);
  for (int y = -window.radius_y; y <= window.radius_y; ++y) {
    const Level* const row = window.levels + y * window.stride - window.radius_x;
    Vector row_sum = hn::Zero(d), row_sums[values];
    for (Vector& s : row_sums) s = hn::Zero(d);
    for (int t = 0; t <= 2 * window.radius_x; t += lanes) {
      const auto guide = hn::And(hn::LoadU(di, row + t), low);
      const Vector difference = hn::ConvertTo(d, hn::Sub(guide, centre));
      const Vector weight = hn::Mul(weights(difference), hn::LoadU(d, window.across + t));
      const Vector g = hn::IfThenZeroElse(hn::RebindMask(d, hn::Eq(guide, hole)), weight);
      row_sum = hn::Add(row_sum, g);
      for (int c = 0; c < values; ++c) {
        const auto value = hn::ShiftRight<16>(hn::LoadU(di, row + t + (c + 1) * job.plane));
        row_sums[c] = hn::MulAdd(g, hn::ConvertTo(d, value), row_sums[c]);
      }
    }
    const Vector weight = hn::Set(d, window.down[y + window.radius_y]);
    sum = hn::MulAdd(row_sum, weight, sum);
    for (int c = 0; c < values; ++c) sums[c] = hn::MulAdd(row_sums[c], weight, sums[c]);
  }
  const float whole = hn::GetLane(hn::SumOfLanes(d, sum)) * static_cast<float>(value_steps);
  for (int c = 0; c < values; ++c) job.means[c] = hn::GetLane(hn::SumOfLanes(d, sums[c])) / whole;
}

inline void joint_pixel(const JointPixel& job) {
  with_count(job.values, [&]<int values>() { joint_means<values>(job); });
}

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
