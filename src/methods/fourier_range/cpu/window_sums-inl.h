// SPDX-License-Identifier: Apache-2.0
// Pixels that are computed from all their taps, for each instruction set: of levels, of a joint
// filter, and of floats.

#if defined(SELVAGE_WINDOW_SUMS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SELVAGE_WINDOW_SUMS_INL_H_
#undef SELVAGE_WINDOW_SUMS_INL_H_
#else
#define SELVAGE_WINDOW_SUMS_INL_H_
#endif

#include "backends/cpu/simd_exp2-inl.h"
#include "core/dispatch.hpp"
#include "hwy/highway.h"
#include "methods/fourier_range/cpu/multirate_loops.hpp"
#include "methods/fourier_range/cpu/range_weights-inl.h"
#include "methods/fourier_range/joint_level.hpp"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Sums a window's taps: every lane sums some taps of a row, then rows are added one after the
// other. taps(y, t, sums) adds `together` taps of row y, from t on, to a row's sums, and
// row(y, sums) adds these to the window's. Row 0 is the pixel's, tap 0 the first of a row.
template <int count, class Tag, class Window, class Taps, class Row>
HWY_INLINE void sum_window(Tag d, const Window& window, int together, const Taps& taps,
                           const Row& row) {
  for (int y = -window.radius_y; y <= window.radius_y; ++y) {
    hn::Vec<Tag> sums[count];
    for (auto& s : sums) s = hn::Zero(d);
    for (int t = 0; t <= 2 * window.radius_x; t += together) taps(y, t, sums);
    row(y, sums);
  }
}

using PixelTag = RangeWeights::Tag;
using PixelVector = RangeWeights::Vector;

// Sums the weights of a pixel's levels, and for each c the weights times number(at, difference, c)
// of the levels at `at`. guide(level) is the part of a level that its weight depends on.
template <int numbers, class Guide, class Number>
HWY_INLINE void sum_levels(const DirectPixel& job, const Guide& guide, const Number& number,
                           float (&totals)[numbers + 1]) {
  const PixelTag d;
  const hn::RebindToSigned<PixelTag> di;
  const RangeWeights weights(job.exponent_scale);
  const auto hole = hn::Set(di, job.hole), centre = guide(hn::Set(di, *job.levels));
  PixelVector window[numbers + 1];
  for (PixelVector& s : window) s = hn::Zero(d);
  sum_window<numbers + 1>(
      d, job, static_cast<int>(hn::MaxLanes(d)),
      [&](int y, int t, PixelVector(&sums)[numbers + 1]) HWY_ATTR {
        const Level* const at = job.levels + y * job.stride - job.radius_x + t;
        const auto level = guide(hn::LoadU(di, at));
        const PixelVector difference = hn::ConvertTo(d, hn::Sub(level, centre));
        const PixelVector weight = hn::Mul(weights(difference), hn::LoadU(d, job.across + t));
        const PixelVector g = hn::IfThenZeroElse(hn::RebindMask(d, hn::Eq(level, hole)), weight);
        sums[0] = hn::Add(sums[0], g);
        for (int c = 0; c < numbers; ++c)
          sums[c + 1] = hn::MulAdd(g, number(at, difference, c), sums[c + 1]);
      },
      [&](int y, const PixelVector(&sums)[numbers + 1]) HWY_ATTR {
        const PixelVector weight = hn::Set(d, job.down[y + job.radius_y]);
        for (int c = 0; c <= numbers; ++c) window[c] = hn::MulAdd(sums[c], weight, window[c]);
      });
  for (int c = 0; c <= numbers; ++c) totals[c] = hn::GetLane(hn::SumOfLanes(d, window[c]));
}

inline float direct_pixel(const DirectPixel& job) {
  float totals[2];
  sum_levels<1>(
      job, [](auto level) HWY_ATTR { return level; },
      [](const Level*, PixelVector difference, int) HWY_ATTR { return difference; }, totals);
  return totals[1] / totals[0];
}

template <int values>
void joint_means(const JointPixel& job) {
  const PixelTag d;
  const hn::RebindToSigned<PixelTag> di;
  float totals[values + 1];
  sum_levels<values>(
      job.window, [di](auto level) HWY_ATTR { return hn::And(level, hn::Set(di, 0xffff)); },
      [&](const Level* at, PixelVector, int c) HWY_ATTR {
        return hn::ConvertTo(d, hn::ShiftRight<16>(hn::LoadU(di, at + (c + 1) * job.plane)));
      },
      totals);
  const float whole = totals[0] * static_cast<float>(value_steps);
  for (int c = 0; c < values; ++c) job.means[c] = totals[c + 1] / whole;
}

inline void joint_pixel(const JointPixel& job) {
  with_count(job.values, [&]<int values>() { joint_means<values>(job); });
}

// Two vectors at a time, whose sums of a row are added at its end. A tap goes through (taps of a
// row / 8 + taps of a column) additions at most, and some for lanes.
inline float direct_sample(const DirectSample& job) {
  using Tag = hn::CappedTag<float, sample_taps / 2>;
  using Vector = hn::Vec<Tag>;
  constexpr int lanes = static_cast<int>(hn::MaxLanes(Tag()));
  const Tag d;
  const Vector centre = hn::Set(d, *job.samples), scale = hn::Set(d, job.range_scale);
  Vector sum = hn::Zero(d), differences = hn::Zero(d);
  sum_window<4>(
      d, job, 2 * lanes,
      [&](int y, int t, Vector(&sums)[4]) HWY_ATTR {
        const float* const at = job.samples + y * job.stride - job.radius_x + t;
        const Vector down = hn::Set(d, job.down[y + job.radius_y]);
        Vector difference[2], weight[2];
        for (int v = 0; v < 2; ++v) {
          difference[v] = hn::Sub(hn::LoadU(d, at + v * lanes), centre);
          const Vector space = hn::Add(hn::LoadU(d, job.across + t + v * lanes), down);
          weight[v] = hn::NegMulAdd(hn::Mul(difference[v], difference[v]), scale, space);
        }
        exp2_of<5>(d, weight);
        for (int v = 0; v < 2; ++v) {
          sums[v] = hn::Add(sums[v], weight[v]);
          sums[v + 2] = hn::MulAdd(weight[v], difference[v], sums[v + 2]);
        }
      },
      [&](int, const Vector(&sums)[4]) HWY_ATTR {
        sum = hn::Add(sum, hn::Add(sums[0], sums[1]));
        differences = hn::Add(differences, hn::Add(sums[2], sums[3]));
      });
  return hn::GetLane(hn::SumOfLanes(d, differences)) / hn::GetLane(hn::SumOfLanes(d, sum));
}

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
