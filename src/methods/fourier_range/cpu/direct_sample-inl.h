// SPDX-License-Identifier: Apache-2.0
// One pixel of floats from all its taps, for each instruction set.

#if defined(SELVAGE_DIRECT_SAMPLE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SELVAGE_DIRECT_SAMPLE_INL_H_
#undef SELVAGE_DIRECT_SAMPLE_INL_H_
#else
#define SELVAGE_DIRECT_SAMPLE_INL_H_
#endif

#include "backends/cpu/simd_exp2-inl.h"
#include "hwy/highway.h"
#include "methods/fourier_range/cpu/multirate_loops.hpp"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using DirectTag = hn::CappedTag<float, sample_taps / 2>;
using DirectVector = hn::Vec<DirectTag>;

// Two vectors at a time. A row is summed first, then rows are added one after the other, so that a
// tap goes through (taps of a row / 8 + taps of a column) additions at most, and some for lanes.
inline float direct_sample(const DirectSample& job) {
  constexpr int lanes = static_cast<int>(hn::MaxLanes(DirectTag()));
  const DirectTag d;
  const DirectVector centre = hn::Set(d, *job.samples), scale = hn::Set(d, job.range_scale);
  DirectVector sum = hn::Zero(d), differences = hn::Zero(d);
  for (int y = -job.radius_y; y <= job.radius_y; ++y) {
    const float* const row = job.samples + y * job.stride - job.radius_x;
    const DirectVector down = hn::Set(d, job.down[y + job.radius_y]);
    DirectVector row_sum[2] = {hn::Zero(d), hn::Zero(d)};
    DirectVector row_differences[2] = {hn::Zero(d), hn::Zero(d)};
    for (int t = 0; t <= 2 * job.radius_x; t += 2 * lanes) {
      DirectVector difference[2], weight[2];
      for (int v = 0; v < 2; ++v) {
        difference[v] = hn::Sub(hn::LoadU(d, row + t + v * lanes), centre);
        const DirectVector space = hn::Add(hn::LoadU(d, job.across + t + v * lanes), down);
        weight[v] = hn::NegMulAdd(hn::Mul(difference[v], difference[v]), scale, space);
      }
      exp2_of<5>(d, weight);
      for (int v = 0; v < 2; ++v) {
        row_sum[v] = hn::Add(row_sum[v], weight[v]);
        row_differences[v] = hn::MulAdd(weight[v], difference[v], row_differences[v]);
      }
    }
    sum = hn::Add(sum, hn::Add(row_sum[0], row_sum[1]));
    differences = hn::Add(differences, hn::Add(row_differences[0], row_differences[1]));
  }
  return hn::GetLane(hn::SumOfLanes(d, differences)) / hn::GetLane(hn::SumOfLanes(d, sum));
}

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
