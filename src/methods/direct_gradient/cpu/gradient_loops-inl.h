// SPDX-License-Identifier: Apache-2.0
// The loops over the taps of a row of pixels, for each instruction set.

#if defined(SELVAGE_GRADIENT_LOOPS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SELVAGE_GRADIENT_LOOPS_INL_H_
#undef SELVAGE_GRADIENT_LOOPS_INL_H_
#else
#define SELVAGE_GRADIENT_LOOPS_INL_H_
#endif

#include <algorithm>
#include <cmath>

#include "backends/cpu/simd_exp2-inl.h"
#include "filters/exponent_scale.hpp"
#include "filters/window.hpp"
#include "hwy/highway.h"
#include "methods/direct_gradient/cpu/gradient_loops.hpp"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

using planner::GradientShape;
using Weight = GradientShape::Weight;
using FloatTag = hn::ScalableTag<float>;
using DoubleTag = hn::ScalableTag<double>;
using Floats = hn::Vec<FloatTag>;
using Doubles = hn::Vec<DoubleTag>;

// A larger exponent to base 2 has the weight 0.
inline constexpr double most_exponent = 256.0;

// What the loops know of the window and of the weights.
struct LoopWindow {
  // `weights`: columns have weights in place of exponents.
  LoopWindow(const WindowMean& step, const LoopSigmas& sigmas, bool weights)
      : radius_(step.radius_x),
        scale_(static_cast<float>(exponent_scale(sigmas.range))),
        most_squared_(static_cast<float>(most_exponent / exponent_scale(sigmas.range))),
        most_distance_(std::sqrt(most_squared_)),
        slope_(static_cast<float>(1.0 / (sigmas.range * sigmas.range))) {
    const double space = exponent_scale(sigmas.space);
    for (int i = -radius_; i <= radius_; ++i) {
      const double exponent = -space * (1.0 * i * i);
      column_.push_back(static_cast<float>(weights ? std::exp2(exponent) : exponent));
      row_weight_.push_back(std::exp2(exponent));
      extent_.push_back(row_extent(step, i));
    }
  }

  int radius_;
  float scale_, most_squared_, most_distance_, slope_;
  std::vector<float> column_;       // [dx + radius]: the exponent, or the weight
  std::vector<double> row_weight_;  // [dy + radius]
  std::vector<int> extent_;         // [dy + radius]
};

template <int value_planes, int guide_planes, Weight kind>
class Loops final : public GradientLoops, private LoopWindow {
  static constexpr int values = value_planes;
  static constexpr int guide = guide_planes;                    // 0: none is given
  static constexpr int positions = guide > 0 ? guide : values;  // planes that D compares
  static constexpr int first_slope = guide > 0 ? values : 0;    // the sum of its derivative
  static constexpr int weights = kind == Weight::per_channel ? values : 1;
  static constexpr int mean_sums = weights + values;
  static constexpr int gradient_sums = values + guide + 2;
  static constexpr FloatTag d{};
  static constexpr int lanes = static_cast<int>(hn::MaxLanes(d));

  struct Wide {
    Doubles low, high;
  };
  // A tap as its centre sees it.
  struct Pair {
    Floats difference[values], position[positions];  // tap - centre
    Floats weight[weights];
    Floats squared[weights];  // D^2
    Floats distance;          // D, of l1 only
  };

 public:
  Loops(const WindowMean& step, const LoopSigmas& sigmas)
      : LoopWindow(step, sigmas, kind == Weight::space) {}

  void means(const GradientRow& row) const override {
    for (int x = row.first; x < row.last; x += lanes) mean_block(row, x);
  }
  void gradients(const GradientRow& row) const override {
    for (int x = row.first; x < row.last; x += lanes) gradient_block(row, x);
  }

 private:
  static HWY_INLINE Floats load(const float* samples, std::ptrdiff_t plane, int p) {
    return hn::LoadU(d, samples + p * plane);
  }

  static HWY_INLINE void add_wide(Floats partial, Doubles row_weight, Wide& total) {
    const DoubleTag dd;
    const hn::Half<FloatTag> half;
    total.low = hn::MulAdd(row_weight, hn::PromoteTo(dd, hn::LowerHalf(half, partial)), total.low);
    total.high =
        hn::MulAdd(row_weight, hn::PromoteTo(dd, hn::UpperHalf(half, partial)), total.high);
  }

  // Calls add(sum, dx, row) for each tap of the block of pixels at x, with the sums of a block of
  // taps, and stores the totals.
  template <int count, class Add>
  HWY_INLINE void sum_taps(const GradientRow& row, int x, const Add& add) const {
    const DoubleTag dd;
    Wide totals[count];
    for (Wide& total : totals) total = {hn::Zero(dd), hn::Zero(dd)};
    for (const WindowRow& window : row.window) {
      const auto i = static_cast<std::size_t>(window.dy + radius_);
      const Doubles row_weight = hn::Set(dd, row_weight_[i]);
      const int begin = std::max(-extent_[i], row.least - (x + lanes - 1));
      const int end = std::min(extent_[i], row.most - 1 - x) + 1;
      for (int first = begin; first < end; first += planner::gradient_block) {
        const int last = std::min(first + planner::gradient_block, end);
        Floats sums[count];
        for (Floats& sum : sums) sum = hn::Zero(d);
        for (int dx = first; dx < last; ++dx) add(sums, dx, window);
        for (int s = 0; s < count; ++s) add_wide(sums[s], row_weight, totals[s]);
      }
    }
    for (int s = 0; s < count; ++s) {
      double* const to = row.sums + s * row.sums_plane + x;
      hn::StoreU(totals[s].low, dd, to);
      hn::StoreU(totals[s].high, dd, to + hn::MaxLanes(dd));
    }
  }

  HWY_INLINE Pair pair_of(const Floats* centre, const float* tap, std::ptrdiff_t plane,
                          int dx) const {
    Pair pair;
    for (int c = 0; c < values; ++c) pair.difference[c] = hn::Sub(load(tap, plane, c), centre[c]);
    if constexpr (guide > 0) {
      for (int g = 0; g < guide; ++g)
        pair.position[g] = hn::Sub(load(tap, plane, values + g), centre[values + g]);
    } else {
      for (int c = 0; c < values; ++c) pair.position[c] = pair.difference[c];
    }
    const Floats space = hn::Set(d, column_[static_cast<std::size_t>(dx + radius_)]);
    if constexpr (kind == Weight::space) {
      pair.weight[0] = space;
    } else {
      square(pair);
      const Floats scale = hn::Set(d, scale_);
      for (int k = 0; k < weights; ++k)
        pair.weight[k] = hn::NegMulAdd(pair.squared[k], scale, space);
      exp2_of<5>(d, pair.weight);
    }
    const Floats valid = load(tap, plane, values + guide);
    for (int k = 0; k < weights; ++k) pair.weight[k] = hn::Mul(pair.weight[k], valid);
    return pair;
  }

  // The largest D^2 keeps infinities out of the sums.
  HWY_INLINE void square(Pair& pair) const {
    const Floats most = hn::Set(d, most_squared_);
    if constexpr (kind == Weight::per_channel) {
      for (int c = 0; c < values; ++c)
        pair.squared[c] = hn::Min(hn::Mul(pair.position[c], pair.position[c]), most);
    } else if constexpr (kind == Weight::l1) {
      Floats sum = hn::Abs(pair.position[0]);
      for (int p = 1; p < positions; ++p) sum = hn::Add(sum, hn::Abs(pair.position[p]));
      pair.distance = hn::Min(sum, hn::Set(d, most_distance_));
      pair.squared[0] = hn::Mul(pair.distance, pair.distance);
    } else {
      pair.squared[0] = hn::Mul(pair.position[0], pair.position[0]);
      for (int p = 1; p < positions; ++p)
        pair.squared[0] = hn::MulAdd(pair.position[p], pair.position[p], pair.squared[0]);
      pair.squared[0] = hn::Min(pair.squared[0], most);
    }
  }

  HWY_INLINE void mean_block(const GradientRow& row, int x) const {
    Floats centre[values + guide];
    for (int p = 0; p < values + guide; ++p) centre[p] = load(row.samples + x, row.plane, p);
    sum_taps<mean_sums>(row, x, [&](Floats* sums, int dx, const WindowRow& window) {
      const Pair pair = pair_of(centre, window.samples + x + dx, row.plane, dx);
      for (int k = 0; k < weights; ++k) sums[k] = hn::Add(sums[k], pair.weight[k]);
      for (int c = 0; c < values; ++c)
        sums[weights + c] =
            hn::MulAdd(pair.weight[weights > 1 ? c : 0], pair.difference[c], sums[weights + c]);
    });
  }

  // The weight of a pair is the same seen from both ends. `own` is dL/dw of the centre, whose tap
  // is read, `both` adds that of the tap, which reads the centre.
  struct Slopes {
    Floats own[weights], both[weights];
  };

  HWY_INLINE void gradient_block(const GradientRow& row, int x) const {
    Floats centre[values + guide], sent[2 * values];
    for (int p = 0; p < values + guide; ++p) centre[p] = load(row.samples + x, row.plane, p);
    for (int p = 0; p < 2 * values; ++p) sent[p] = load(row.sent + x, row.plane, p);
    sum_taps<gradient_sums>(row, x, [&](Floats* sums, int dx, const WindowRow& window) {
      const Pair pair = pair_of(centre, window.samples + x + dx, row.plane, dx);
      Slopes slopes;
      const float* const from = window.sent + x + dx;
      for (int c = 0; c < values; ++c) {
        const Floats e = load(from, row.plane, c), offset = load(from, row.plane, values + c);
        const int k = weights > 1 ? c : 0;
        sums[c] = hn::MulAdd(pair.weight[k], e, sums[c]);
        const Floats own = hn::Mul(sent[c], hn::Sub(pair.difference[c], sent[values + c]));
        const Floats other = hn::Mul(e, hn::Add(pair.difference[c], offset));  // negative
        if (weights > 1 || c == 0) {
          slopes.own[k] = own;
          slopes.both[k] = hn::Sub(own, other);
        } else {
          slopes.own[0] = hn::Add(slopes.own[0], own);
          slopes.both[0] = hn::Add(slopes.both[0], hn::Sub(own, other));
        }
      }
      add_slopes(pair, slopes, static_cast<float>(dx * dx + window.dy * window.dy), sums);
    });
  }

  HWY_INLINE void add_slopes(const Pair& pair, Slopes& slopes, float length, Floats* sums) const {
    constexpr int space = values + guide, range = space + 1;
    const Floats squared = hn::Set(d, length);  // |t|^2
    const Floats slope = hn::Set(d, slope_);
    for (int k = 0; k < weights; ++k) {
      slopes.own[k] = hn::Mul(slopes.own[k], pair.weight[k]);
      sums[space] = hn::MulAdd(slopes.own[k], squared, sums[space]);
      if constexpr (kind != Weight::space) {
        sums[range] = hn::MulAdd(slopes.own[k], pair.squared[k], sums[range]);
        slopes.both[k] = hn::Mul(hn::Mul(slopes.both[k], pair.weight[k]), slope);
      }
    }
    if constexpr (kind == Weight::l1) {
      const Floats by_distance = hn::Mul(slopes.both[0], pair.distance);
      for (int p = 0; p < positions; ++p) {
        const Floats one_side = hn::Xor(by_distance, sign_of(pair.position[p]));
        const auto differs = hn::Ne(pair.position[p], hn::Zero(d));
        sums[first_slope + p] =
            hn::Add(sums[first_slope + p], hn::IfThenElseZero(differs, one_side));
      }
    } else if constexpr (kind != Weight::space) {
      for (int p = 0; p < positions; ++p)
        sums[first_slope + p] =
            hn::MulAdd(slopes.both[weights > 1 ? p : 0], pair.position[p], sums[first_slope + p]);
    }
  }

  static HWY_INLINE Floats sign_of(Floats v) { return hn::And(v, hn::Set(d, -0.0f)); }
};

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SELVAGE_GRADIENT_LOOPS_INL_H_
