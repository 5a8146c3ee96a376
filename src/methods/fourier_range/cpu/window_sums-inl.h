// SPDX-License-Identifier: Apache-2.0
// Pixels that are computed from all their taps, for each instruction set: of levels, of a joint
// filter, and of floats. With n lanes of a vector the taps of a row of the window are n sets: taps
// k, k + n, k + 2 n, ... are set k. Each has sums of its own, to which the rows are added in turn.
//   one pixel        -> a lane is a set
//   some neighbours  -> a lane is a pixel, and sets follow one another: no lane is idle

#if defined(SELVAGE_WINDOW_SUMS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SELVAGE_WINDOW_SUMS_INL_H_
#undef SELVAGE_WINDOW_SUMS_INL_H_
#else
#define SELVAGE_WINDOW_SUMS_INL_H_
#endif

#include <algorithm>

#include "core/dispatch.hpp"
#include "hwy/highway.h"
#include "methods/fourier_range/cpu/multirate_loops.hpp"
#include "methods/fourier_range/cpu/range_weights-inl.h"
#include "methods/fourier_range/joint_level.hpp"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using WindowTag = RangeWeights::Tag;
using WindowVector = RangeWeights::Vector;
using LevelTag = hn::RebindToSigned<WindowTag>;
using LevelVector = hn::Vec<LevelTag>;

inline constexpr int window_lanes = static_cast<int>(hn::MaxLanes(WindowTag()));
static_assert(window_lanes <= most_together);

// Taps whose differences are averaged. Sums are those of weights, then of weights times
// differences.
template <bool holes>
struct LevelTaps {
  using Item = Level;
  using Items = LevelVector;
  static constexpr int sums = 2;

  explicit LevelTaps(const RepairWindow<Level>& window)
      : weights(window.range_scale), hole(hn::Set(LevelTag(), window.hole)) {}

  static HWY_INLINE Items load(const Level* at) { return hn::LoadU(LevelTag(), at); }
  static HWY_INLINE Items all(const Level* at) { return hn::Set(LevelTag(), *at); }

  HWY_INLINE void add(const Level* at, Items centre, WindowVector across,
                      WindowVector (&to)[sums]) const {
    const Items levels = load(at);
    const WindowVector difference = hn::ConvertTo(WindowTag(), hn::Sub(levels, centre));
    WindowVector weight = weights(difference, across);
    if constexpr (holes)
      weight = hn::IfThenZeroElse(hn::RebindMask(WindowTag(), hn::Eq(levels, hole)), weight);
    to[0] = hn::Add(to[0], weight);
    to[1] = hn::MulAdd(weight, difference, to[1]);
  }

  RangeWeights weights;
  Items hole;
};

struct SampleTaps {
  using Item = float;
  using Items = WindowVector;
  static constexpr int sums = 2;

  explicit SampleTaps(const RepairWindow<float>& window) : weights(window.range_scale) {}

  static HWY_INLINE Items load(const float* at) { return hn::LoadU(WindowTag(), at); }
  static HWY_INLINE Items all(const float* at) { return hn::Set(WindowTag(), *at); }

  HWY_INLINE void add(const float* at, Items centre, WindowVector across,
                      WindowVector (&to)[sums]) const {
    const WindowVector difference = hn::Sub(load(at), centre);
    const WindowVector weight = weights(difference, across);
    to[0] = hn::Add(to[0], weight);
    to[1] = hn::MulAdd(weight, difference, to[1]);
  }

  RangeWeights weights;
};

// Taps of a guide, whose values are averaged. Sums are those of weights, then of weights times each
// value.
template <int values>
struct JointTaps {
  using Item = Level;
  using Items = LevelVector;
  static constexpr int sums = 1 + values;

  JointTaps(const RepairWindow<Level>& window, std::ptrdiff_t to_next)
      : weights(window.range_scale), hole(hn::Set(LevelTag(), window.hole)), plane(to_next) {}

  static HWY_INLINE Items guide(Items levels) {
    return hn::And(levels, hn::Set(LevelTag(), 0xffff));
  }
  static HWY_INLINE Items load(const Level* at) { return guide(hn::LoadU(LevelTag(), at)); }
  static HWY_INLINE Items all(const Level* at) { return guide(hn::Set(LevelTag(), *at)); }

  HWY_INLINE void add(const Level* at, Items centre, WindowVector across,
                      WindowVector (&to)[sums]) const {
    const WindowTag d;
    const Items levels = load(at);
    WindowVector weight = weights(hn::ConvertTo(d, hn::Sub(levels, centre)), across);
    weight = hn::IfThenZeroElse(hn::RebindMask(d, hn::Eq(levels, hole)), weight);
    to[0] = hn::Add(to[0], weight);
    for (int c = 1; c <= values; ++c) {
      const Items value = hn::ShiftRight<16>(hn::LoadU(LevelTag(), at + c * plane));
      to[c] = hn::MulAdd(weight, hn::ConvertTo(d, value), to[c]);
    }
  }

  RangeWeights weights;
  Items hole;
  std::ptrdiff_t plane;
};

template <int sums>
HWY_INLINE void add_row(const WindowVector (&row)[sums], WindowVector weight,
                        WindowVector (&window)[sums]) {
  for (int s = 0; s < sums; ++s) window[s] = hn::MulAdd(row[s], weight, window[s]);
}

// Computes the sums of one pixel.
template <class Taps>
HWY_INLINE void sum_window(const Taps& taps, const RepairWindow<typename Taps::Item>& window,
                           float (&totals)[Taps::sums]) {
  const WindowTag d;
  const auto centre = Taps::all(window.pixel);
  WindowVector sums[Taps::sums];
  for (WindowVector& s : sums) s = hn::Zero(d);
  for (int y = -window.radius_y; y <= window.radius_y; ++y) {
    const auto* const row = window.pixel + y * window.stride - window.radius_x;
    WindowVector of_row[Taps::sums];
    for (WindowVector& s : of_row) s = hn::Zero(d);
    for (int t = 0; t <= 2 * window.radius_x; t += window_lanes)
      taps.add(row + t, centre, hn::LoadU(d, window.across + t), of_row);
    add_row(of_row, hn::Set(d, window.down[y + window.radius_y]), sums);
  }
  for (int s = 0; s < Taps::sums; ++s) totals[s] = hn::GetLane(hn::SumOfLanes(d, sums[s]));
}

// Computes the sums of window_lanes neighbours.
template <class Taps>
HWY_INLINE void sum_windows(const Taps& taps, const RepairWindow<typename Taps::Item>& window,
                            float (&totals)[Taps::sums][window_lanes]) {
  const WindowTag d;
  const auto centres = Taps::load(window.pixel);
  const int sets = std::min(window_lanes, 2 * window.radius_x + 1);
  HWY_ALIGN float of_sets[window_lanes][Taps::sums][window_lanes] = {};
  for (int y = -window.radius_y; y <= window.radius_y; ++y) {
    const auto* const row = window.pixel + y * window.stride - window.radius_x;
    const WindowVector down = hn::Set(d, window.down[y + window.radius_y]);
    for (int set = 0; set < sets; ++set) {
      WindowVector of_row[Taps::sums], sums[Taps::sums];
      for (WindowVector& s : of_row) s = hn::Zero(d);
      for (int t = set; t <= 2 * window.radius_x; t += window_lanes)
        taps.add(row + t, centres, hn::Set(d, window.across[t]), of_row);
      for (int s = 0; s < Taps::sums; ++s) sums[s] = hn::Load(d, of_sets[set][s]);
      add_row(of_row, down, sums);
      for (int s = 0; s < Taps::sums; ++s) hn::Store(sums[s], d, of_sets[set][s]);
    }
  }
  for (int s = 0; s < Taps::sums; ++s)
    for (int x = 0; x < window_lanes; ++x) {
      HWY_ALIGN float lanes[window_lanes];
      for (int set = 0; set < window_lanes; ++set) lanes[set] = of_sets[set][s][x];
      totals[s][x] = hn::GetLane(hn::SumOfLanes(d, hn::Load(d, lanes)));
    }
}

// Calls store(i, totals) for each pixel of a job.
template <class Taps, class Job, class Store>
HWY_INLINE void repair(const Taps& taps, const Job& job, const Store& store) {
  float totals[Taps::sums];
  if (!job.together) {
    sum_window(taps, job.window, totals);
    return store(0, totals);
  }
  float all[Taps::sums][window_lanes];
  sum_windows(taps, job.window, all);
  for (int i = 0; i < window_lanes; ++i) {
    for (int s = 0; s < Taps::sums; ++s) totals[s] = all[s][i];
    store(i, totals);
  }
}

template <class Taps>
void repair_shifts(const Repair<typename Taps::Item>& job) {
  repair(Taps(job.window), job,
         [&](int i, const float(&totals)[Taps::sums]) { job.shifts[i] = totals[1] / totals[0]; });
}

inline void repair_levels(const Repair<Level>& job) {
  job.window.holes ? repair_shifts<LevelTaps<true>>(job) : repair_shifts<LevelTaps<false>>(job);
}

inline void repair_joint(const JointRepair& job) {
  with_count(job.values, [&]<int values>() {
    repair(JointTaps<values>(job.window, job.plane), job,
           [&](int i, const float(&totals)[1 + values]) {
             const float whole = totals[0] * static_cast<float>(value_steps);
             for (int c = 0; c < values; ++c)
               job.means[c * most_together + i] = totals[c + 1] / whole;
           });
  });
}

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SELVAGE_WINDOW_SUMS_INL_H_
