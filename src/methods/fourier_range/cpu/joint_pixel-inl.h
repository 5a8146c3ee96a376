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
#include "methods/fourier_range/cpu/level_waves-inl.h"
#include "methods/fourier_range/cpu/multirate_loops.hpp"
#include "methods/fourier_range/joint_level.hpp"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// One lane for every eighth tap of a row; rows are added one after the other.
template <int values>
void joint_means(const JointPixel& job) {
  const RateTag d;
  const RateInt di;
  const DirectPixel& window = job.window;
  const RateIntVector low = hn::Set(di, 0xffff), hole = hn::Set(di, window.hole);
  const RateIntVector centre = hn::Set(di, guide_of(*window.levels));
  RateVector sum = hn::Zero(d), sums[values];
  for (RateVector& s : sums) s = hn::Zero(d);
  for (int y = -window.radius_y; y <= window.radius_y; ++y) {
    const Level* const row = window.levels + y * window.stride - window.radius_x;
    RateVector row_sum = hn::Zero(d), row_sums[values];
    for (RateVector& s : row_sums) s = hn::Zero(d);
    for (int t = 0; t <= 2 * window.radius_x; t += rate_lanes) {
      const RateIntVector guide = hn::And(hn::LoadU(di, row + t), low);
      const RateIntVector distance = hn::Abs(hn::Sub(guide, centre));
      const RateVector weight =
          hn::Mul(hn::GatherIndex(d, window.gaussian, distance), hn::LoadU(d, window.across + t));
      const RateVector g = hn::IfThenZeroElse(hn::RebindMask(d, hn::Eq(guide, hole)), weight);
      row_sum = hn::Add(row_sum, g);
      for (int c = 0; c < values; ++c) {
        const RateIntVector value =
            hn::ShiftRight<16>(hn::LoadU(di, row + t + (c + 1) * job.plane));
        row_sums[c] = hn::MulAdd(g, hn::ConvertTo(d, value), row_sums[c]);
      }
    }
    const RateVector weight = hn::Set(d, window.down[y + window.radius_y]);
    sum = hn::MulAdd(row_sum, weight, sum);
    for (int c = 0; c < values; ++c) sums[c] = hn::MulAdd(row_sums[c], weight, sums[c]);
  }
  const float weights = hn::GetLane(hn::SumOfLanes(d, sum)) * static_cast<float>(value_steps);
  for (int c = 0; c < values; ++c) job.means[c] = hn::GetLane(hn::SumOfLanes(d, sums[c])) / weights;
}

inline void joint_pixel(const JointPixel& job) {
  with_count(job.values, [&]<int values>() { joint_means<values>(job); });
}

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
