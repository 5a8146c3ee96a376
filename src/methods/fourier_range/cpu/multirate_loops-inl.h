// SPDX-License-Identifier: Apache-2.0
// The loops of MultirateLoops for each instruction set.

#if defined(SELVAGE_MULTIRATE_LOOPS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SELVAGE_MULTIRATE_LOOPS_INL_H_
#undef SELVAGE_MULTIRATE_LOOPS_INL_H_
#else
#define SELVAGE_MULTIRATE_LOOPS_INL_H_
#endif

#include <algorithm>
#include <cstdlib>

#include "hwy/cache_control.h"
#include "hwy/highway.h"
#include "methods/fourier_range/cpu/level_waves-inl.h"
#include "methods/fourier_range/cpu/multirate_loops.hpp"
#include "methods/fourier_range/cpu/running_sums-inl.h"
#include "methods/fourier_range/cpu/window_sums-inl.h"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class Waves>
inline void reduce_levels(const ReduceLevels& job) {
  const RateTag d;
  const AxisWeights axis = job.axis;
  const WaveTables tables = job.tables;
  const std::ptrdiff_t numbers = tables.numbers, stride = job.stride;
  for (int x = 0; x < job.pixels; ++x)
    for (int i = 0; i < numbers; i += rate_lanes) {
      const std::ptrdiff_t at = x * numbers + i;
      const Waves waves(tables, i);
      const Level* level = job.levels + x;
      const float* weights = axis.reduce;
      RateVector before = hn::Load(d, job.before + at), here = hn::Load(d, job.at + at);
      RateVector after = hn::Zero(d);
      for (int y = 0; y < axis.step; ++y, level += stride, weights += 3) {
        const RateVector u = hn::ConvertTo(d, waves.cosines(*level));
        before = hn::MulAdd(u, hn::Set(d, weights[0]), before);
        here = hn::MulAdd(u, hn::Set(d, weights[1]), here);
        after = hn::MulAdd(u, hn::Set(d, weights[2]), after);
      }
      hn::Store(before, d, job.before + at);
      hn::Store(here, d, job.at + at);
      hn::Store(after, d, job.after + at);
    }
}

// Some vectors of means that follow one another: c_0 u(0) plus the sum of c_m (u(-m) + u(m)).
template <int vectors, bool fetches>
struct CoarsePart {
  static constexpr int n = cells_together;
  // The cells before and after the means, of which cell j has index j mod n: those of m + 1 are
  // those of m but one on either side.
  RateVector before[n][vectors], after[n][vectors], sums[n][vectors];

  // Adds the cells of an m that is k modulo n.
  template <int k>
  HWY_INLINE void add(const CoarseMeans& job, std::ptrdiff_t i, int m) {
    const RateTag d;
    const float* const first = job.cells[job.axis.reach - m] + i;
    const float* const last = job.cells[job.axis.reach + m + n - 1] + i;
    if constexpr (fetches) {
      hwy::Prefetch(first + job.next);
      hwy::Prefetch(last + job.next);
    }
    const RateVector weight = hn::Set(d, job.axis.coarse[m]);
    for (int v = 0; v < vectors; ++v) {
      before[(n - k) % n][v] = hn::Load(d, first + v * rate_lanes);
      after[(n - 1 + k) % n][v] = hn::Load(d, last + v * rate_lanes);
      for (int b = 0; b < n; ++b)
        sums[b][v] = hn::MulAdd(hn::Add(before[(b + n - k) % n][v], after[(b + k) % n][v]), weight,
                                sums[b][v]);
    }
  }

  HWY_INLINE void run(const CoarseMeans& job, std::ptrdiff_t i) {
    static_assert(n == 4);
    const RateTag d;
    const int reach = job.axis.reach;
    const RateVector weight = hn::Set(d, job.axis.coarse[0]);
    for (int b = 0; b < n; ++b)
      for (int v = 0; v < vectors; ++v) {
        before[b][v] = after[b][v] = hn::Load(d, job.cells[reach + b] + i + v * rate_lanes);
        sums[b][v] = hn::Mul(before[b][v], weight);
      }
    int m = 1;
    for (; m + 3 <= reach; m += n) {
      add<1>(job, i, m);
      add<2>(job, i, m + 1);
      add<3>(job, i, m + 2);
      add<0>(job, i, m + 3);
    }
    if (m <= reach) add<1>(job, i, m);
    if (m + 1 <= reach) add<2>(job, i, m + 1);
    if (m + 2 <= reach) add<3>(job, i, m + 2);
    for (int b = 0; b < n; ++b)
      for (int v = 0; v < vectors; ++v) hn::Store(sums[b][v], d, job.means[b] + i + v * rate_lanes);
  }
};

template <bool fetches>
HWY_INLINE void coarse_means_of(const CoarseMeans& job) {
  std::ptrdiff_t i = 0;
#if HWY_TARGET <= HWY_AVX3  // which has registers for two vectors
  for (; i + 2 * rate_lanes <= job.count; i += 2 * rate_lanes) CoarsePart<2, fetches>().run(job, i);
#endif
  for (; i < job.count; i += rate_lanes) CoarsePart<1, fetches>().run(job, i);
}

inline void coarse_means(const CoarseMeans& job) {
  job.next > 0 ? coarse_means_of<true>(job) : coarse_means_of<false>(job);
}

template <class Waves, bool shifted>
HWY_INLINE void start_columns_of(const ExpandColumns& job) {
  const std::ptrdiff_t numbers = job.tables.numbers;
  for (int x = 0; x < job.pixels; ++x)
    for (int i = 0; i < numbers; i += rate_lanes) {
      const Waves waves(job.tables, i);
      Running<shifted> running;
      running.start([&](int t) HWY_ATTR { return waves.cosines(job.levels[t * job.stride + x]); },
                    job.axis.radius, job.axis.shift);
      running.store(job.running.sums + x * numbers + i, job.running.plane);
    }
}

template <class Waves, bool shifted, bool ends>
HWY_INLINE void expand_columns_of(const ExpandColumns& job) {
  const RateTag d;
  const RateInt di;
  const AxisWeights axis = job.axis;
  const WaveTables tables = job.tables;
  const std::ptrdiff_t numbers = tables.numbers, stride = job.stride, sums_row = job.sums_row;
  const std::ptrdiff_t radius = axis.radius;
  const int rows = job.rows;
  const RateIntVector width = hn::Set(di, 2 * axis.radius + 1);
  for (int x = 0; x < job.pixels; ++x)
    for (int i = 0; i < numbers; i += rate_lanes) {
      const std::ptrdiff_t at = x * numbers + i;
      const Waves waves(tables, i);
      const Level* leaves = job.levels + x - radius * stride;
      const Level* enters = job.levels + x + (radius + 1) * stride;
      RateVector cells[4];
      for (int a = 0; a < 4; ++a) cells[a] = hn::Load(d, job.means[a] + at);
      Running<shifted> running;
      running.load(job.running.sums + at, job.running.plane);
      RateIntVector before = waves.cosines(*enters);
      std::int32_t* sums = job.sums + at;
      const float* interpolate = axis.interpolate;
      for (int y = 0; y < rows; ++y) {
        const RateVector mean =
            running.template mean<ends>(axis, cells, interpolate, [&](int e) HWY_ATTR {
              return hn::Add(waves.cosines(leaves[e * stride]),
                             waves.cosines(enters[-(e + 1) * stride]));
            });
        hn::Store(hn::NearestInt(mean), di, sums);
        enters += stride;
        const RateIntVector next = waves.cosines(*enters);
        running.move(waves.cosines(*leaves), before, next, axis.shift, width);
        before = next;
        leaves += stride;
        sums += sums_row;
        interpolate += 4;
      }
      running.store(job.running.sums + at, job.running.plane);
    }
}

template <class Waves>
void start_columns(const ExpandColumns& job) {
  job.axis.shift > 0 ? start_columns_of<Waves, true>(job) : start_columns_of<Waves, false>(job);
}
template <class Waves>
void expand_columns(const ExpandColumns& job) {
  with_axis_form(
      job.axis, [&](auto shifted, auto ends) { expand_columns_of<Waves, shifted(), ends()>(job); });
}

inline void reduce_row(const MultirateRow& job, int cells) {
  const RateTag d;
  const RateInt di;
  const AxisWeights& axis = job.axis;
  const std::ptrdiff_t numbers = job.tables.numbers;
  // The mean before the first pixel's cell needs `reach` cells before it, and the first of them the
  // pixels of one more.
  const std::ptrdiff_t first = axis.reach + 2;
  const std::int32_t* const from = job.sums - (first * axis.step + axis.step / 2) * numbers;
  for (int i = 0; i < numbers; i += rate_lanes) {
    RateVector before = hn::Zero(d), here = hn::Zero(d);
    const std::int32_t* items = from + i;
    for (int j = 0; j < cells; ++j) {
      RateVector after = hn::Zero(d);
      const float* weights = axis.reduce;
      for (int x = 0; x < axis.step; ++x, items += numbers, weights += 3) {
        const RateVector u = hn::ConvertTo(d, hn::Load(di, items));
        before = hn::MulAdd(u, hn::Set(d, weights[0]), before);
        here = hn::MulAdd(u, hn::Set(d, weights[1]), here);
        after = hn::MulAdd(u, hn::Set(d, weights[2]), after);
      }
      if (j >= 2) hn::Store(before, d, job.cells + (j - 2) * numbers + i);
      before = here;
      here = after;
    }
  }
}

// Returns the sums of four vectors' lanes, for each 128 bits of the vectors.
HWY_INLINE RateVector sum_blocks(RateVector a, RateVector b, RateVector c, RateVector e) {
  const RateTag d;
  const hn::Repartition<std::uint64_t, RateTag> pairs;
  const auto ab =
      hn::BitCast(pairs, hn::Add(hn::InterleaveLower(d, a, b), hn::InterleaveUpper(d, a, b)));
  const auto ce =
      hn::BitCast(pairs, hn::Add(hn::InterleaveLower(d, c, e), hn::InterleaveUpper(d, c, e)));
  return hn::Add(hn::BitCast(d, hn::InterleaveLower(pairs, ab, ce)),
                 hn::BitCast(d, hn::InterleaveUpper(pairs, ab, ce)));
}

// Returns the sums of the eight parts of as many pixels as a vector has lanes.
HWY_INLINE RateVector sum_parts(const float* parts) {
  const RateTag d;
  const auto part = [&](int x) HWY_ATTR {
    if constexpr (rate_lanes == 8)
      return hn::Load(d, parts + 8 * x);
    else
      return hn::Add(hn::Load(d, parts + 8 * x), hn::Load(d, parts + 8 * x + 4));
  };
  const RateVector first = sum_blocks(part(0), part(1), part(2), part(3));
  if constexpr (rate_lanes == 8) {
    const RateVector second = sum_blocks(part(4), part(5), part(6), part(7));
    return hn::Add(hn::ConcatLowerLower(d, second, first), hn::ConcatUpperUpper(d, second, first));
  }
  return first;
}

// Computes N^ / max(D^, 1) and certificates. Up to a vector's lanes more are written.
HWY_INLINE void certify_part(const MultirateRow& job, int first, int pixels) {
  const RateTag d;
  const RateVector one = hn::Set(d, 1.0f), constant = hn::Set(d, job.constant);
  const RateVector of_weights = hn::Set(d, job.of_weights), limit = hn::Set(d, job.limit);
  const RateVector of_differences = hn::Set(d, job.of_differences);
  for (int x = 0; x < pixels; x += rate_lanes) {
    const RateVector sum = hn::Add(constant, sum_parts(job.parts + 8 * x));
    const RateVector shift = hn::Div(sum_parts(job.parts + 8 * (row_part + x)), hn::Max(sum, one));
    hn::StoreU(shift, d, job.shifts + first + x);
    const RateVector error = hn::MulAdd(hn::Abs(shift), of_weights, of_differences);
    const RateVector allowed = hn::Mul(limit, hn::Max(one, hn::Sub(sum, of_weights)));
    HWY_ALIGN float excess[rate_lanes];
    hn::Store(hn::Sub(error, allowed), d, excess);
    for (int i = 0; i < rate_lanes; ++i) job.failed[first + x + i] = excess[i] > 0.0f;
  }
}

// Stores D^, or N^ of a channel, of a joint filter. Up to a vector's lanes more are written.
HWY_INLINE void store_sums(const MultirateRow& job, int first, int pixels) {
  for (int x = 0; x < pixels; x += rate_lanes)
    hn::StoreU(sum_parts(job.parts + 8 * x), RateTag(), job.shifts + first + x);
}

// Adds a vector of sums, from number i on, to the parts of D^ and N^ of some pixels; of a joint
// filter, to those of one of them.
template <class Waves, bool shifted, bool ends>
HWY_INLINE void row_part_of(const MultirateRow& job, const AxisWeights& axis, int first, int pixels,
                            int i) {
  const RateTag d;
  const RateInt di;
  const std::ptrdiff_t numbers = job.tables.numbers;
  const Waves waves(job.tables, i);
  const std::ptrdiff_t radius = axis.radius;
  const RateIntVector width = hn::Set(di, 2 * axis.radius + 1);
  Running<shifted> running;
  running.load(job.running + i, numbers);
  const std::int32_t* leaves = job.sums + (first - radius) * numbers + i;
  const std::int32_t* enters = leaves + (2 * radius + 2) * numbers;
  const float* cells = job.means + first / axis.step * numbers + i;
  const Level* const centres = job.centres + first;
  float* const weights = job.parts + i % 8;
  float* const differences = weights + 8 * row_part;
  RateIntVector before = hn::Load(di, enters - numbers);
  for (int x = 0; x < pixels; cells += numbers) {
    RateVector cell[4];
    for (int a = 0; a < 4; ++a) cell[a] = hn::Load(d, cells + a * numbers);
    const float* interpolate = axis.interpolate;
    for (const int end = x + axis.step; x < end; ++x, interpolate += 4) {
      const RateVector mean =
          running.template mean<ends>(axis, cell, interpolate, [&](int e) HWY_ATTR {
            return hn::Add(hn::Load(di, leaves + e * numbers),
                           hn::Load(di, enters - (e + 2) * numbers));
          });
      const RateIntVector next = hn::Load(di, enters);
      running.move(hn::Load(di, leaves), before, next, axis.shift, width);
      before = next;
      leaves += numbers;
      enters += numbers;
      const auto add = [&](RateVector factor, float* part) HWY_ATTR {
        const RateVector product = hn::Mul(mean, factor);
        hn::Store(i >= 8 ? hn::Add(product, hn::Load(d, part)) : product, d, part);
      };
      if constexpr (Waves::joint) {
        add(waves.weights(centres[x]), weights + 8 * x);
      } else {
        const RateFactors factors = waves.factors(centres[x]);
        add(factors.weights, weights + 8 * x);
        add(factors.differences, differences + 8 * x);
      }
    }
  }
  running.store(job.running + i, numbers);
}

template <class Waves, bool shifted, bool ends>
HWY_INLINE void multirate_row_of(const MultirateRow& job) {
  const RateInt di;
  const AxisWeights axis = job.axis;
  const std::ptrdiff_t numbers = job.tables.numbers;
  // Means of the cells -1.. of the first pixel's, by fours.
  const int means =
      (job.pixels / axis.step + 3 + cells_together - 1) / cells_together * cells_together;
  const int cells = means + 2 * axis.reach;
  reduce_row(job, cells + 2);
  for (int j = 0; j < means; j += cells_together) {
    CoarseMeans coarse{.cells = job.cell_rows, .count = numbers, .axis = axis};
    for (int p = 0; p < 2 * axis.reach + cells_together; ++p)
      job.cell_rows[p] = job.cells + (j + p) * numbers;
    for (int b = 0; b < cells_together; ++b) coarse.means[b] = job.means + (j + b) * numbers;
    coarse_means(coarse);
  }
  for (int i = 0; i < numbers; i += rate_lanes) {
    Running<shifted> running;
    running.start([&](int t) HWY_ATTR { return hn::Load(di, job.sums + t * numbers + i); },
                  axis.radius, axis.shift);
    running.store(job.running + i, numbers);
  }
  const int part = row_part / axis.step * axis.step;
  for (int first = 0; first < job.pixels; first += part) {
    const int pixels = std::min(part, job.pixels - first);
    for (int i = 0; i < job.tables.numbers; i += rate_lanes)
      row_part_of<Waves, shifted, ends>(job, axis, first, pixels, i);
    Waves::joint ? store_sums(job, first, pixels) : certify_part(job, first, pixels);
  }
}

template <class Waves>
void multirate_row(const MultirateRow& job) {
  with_axis_form(job.axis,
                 [&](auto shifted, auto ends) { multirate_row_of<Waves, shifted(), ends()>(job); });
}

template <class Waves>
MultirateLoops loops_of() {
  return {.reduce = reduce_levels<Waves>,
          .coarse = coarse_means,
          .start = start_columns<Waves>,
          .expand = expand_columns<Waves>,
          .row = multirate_row<Waves>,
          .together = window_lanes,
          .repair_levels = repair_levels,
          .repair_samples = repair_shifts<SampleTaps>,
          .repair_joint = repair_joint};
}

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
