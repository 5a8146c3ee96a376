// SPDX-License-Identifier: Apache-2.0
// The loops over taps and channels of a row of pixels whose channels share weights, for each
// instruction set. A step takes a chunk of neighbouring pixels and a group of taps in one row of
// the window: the distances and both ends' derivatives over the channels, then the weights, then
// the sums of channels. What a step leaves for the next stays in the first-level cache.

#if defined(SELVAGE_GRADIENT_CHANNELS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SELVAGE_GRADIENT_CHANNELS_INL_H_
#undef SELVAGE_GRADIENT_CHANNELS_INL_H_
#else
#define SELVAGE_GRADIENT_CHANNELS_INL_H_
#endif

#include <algorithm>
#include <cmath>

#include "backends/cpu/simd_exp2-inl.h"
#include "filters/exponent_scale.hpp"
#include "filters/window.hpp"
#include "hwy/highway.h"
#include "methods/direct_gradient/cpu/gradient_loops-inl.h"
#include "methods/direct_gradient/cpu/gradient_loops.hpp"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

template <bool l1>
class ChannelLoops final : public GradientLoops, private LoopWindow {
 public:
  ChannelLoops(const WindowMean& step, const GradientShape& shape, const LoopSigmas& sigmas)
      : LoopWindow(step, sigmas, false), shape_(shape) {}

  void means(const GradientRow& row) const override { each_group<false>(row); }
  void gradients(const GradientRow& row) const override { each_group<true>(row); }

 private:
  static constexpr FloatTag d{};
  static constexpr DoubleTag dd{};
  static constexpr int lanes = static_cast<int>(hn::MaxLanes(d));
  static constexpr int chunk = gradient_chunk;
  static constexpr int most_taps = 16;
  static constexpr int together = HWY_TARGET <= HWY_AVX3 ? 4 : 2;  // taps in registers
  static constexpr int some = 4;                                   // channels in registers
  static_assert(chunk % lanes == 0);

  // Numbers of a group's taps: first sums over channels, then what they are for.
  struct Taps {
    alignas(64) float weight[most_taps][chunk];  // D^2 (l1: D), then the weight
    alignas(64) float own[most_taps][chunk];     // dL/dw of the centre
    alignas(64) float both[most_taps][chunk];    // of the tap, then w times that of both ends
  };

  // Neighbouring taps and a chunk of pixels.
  struct Group {
    const GradientRow& row;
    const WindowRow& window;
    int x = 0, first = 0;  // of the pixels; dx of the first tap
    int taps = 1, pixels = 1;

    const float* centre(int p) const { return row.samples + x + p * row.plane; }
    const float* tap(int p) const { return window.samples + x + first + p * row.plane; }
    const float* centre_sent(int p) const { return row.sent + x + p * row.plane; }
    const float* tap_sent(int p) const { return window.sent + x + first + p * row.plane; }
  };

  template <bool collects>
  void each_group(const GradientRow& row) const {
    const int sums = collects ? shape_.gradient_sums() : shape_.mean_sums();
    const int columns = (row.last - row.first + lanes - 1) / lanes * lanes;
    for (int s = 0; s < sums; ++s)
      std::fill_n(row.sums + s * row.sums_plane + row.first, columns, 0.0);
    Taps taps;
    for (int x = row.first; x < row.last; x += chunk) {
      const int pixels = std::min(chunk, row.last - x);
      for (const WindowRow& window : row.window) {
        const int extent = extent_[static_cast<std::size_t>(window.dy + radius_)];
        const int begin = std::max(-extent, row.least - (x + pixels - 1));
        const int end = std::min(extent, row.most - 1 - x) + 1;
        for (int first = begin; first < end; first += most_taps)
          add_group<collects>({.row = row,
                               .window = window,
                               .x = x,
                               .first = first,
                               .taps = std::min(most_taps, end - first),
                               .pixels = pixels},
                              taps);
      }
    }
  }

  template <bool collects>
  HWY_INLINE void add_group(const Group& group, Taps& taps) const {
    if (shape_.guide > 0) {
      add_channels<true, false>(group, shape_.values, shape_.guide, taps);
      if constexpr (collects) add_channels<false, true>(group, 0, shape_.values, taps);
    } else {
      add_channels<true, collects>(group, 0, shape_.values, taps);
    }
    weigh<collects>(group, taps);
    if constexpr (!collects) {
      each_channels(shape_.values, [&]<int count>(int c) {
        add_differences<count>(group, taps, taps.weight, c, 1 + c);
      });
    } else if (shape_.guide > 0) {
      each_channels(shape_.values, [&]<int count>(int c) { add_sent<count>(group, taps, c); });
      each_channels(shape_.guide, [&]<int count>(int c) {
        add_differences<count>(group, taps, taps.both, shape_.values + c, shape_.values + c);
      });
    } else {
      each_channels(shape_.values, [&]<int count>(int c) {
        add_sent<count>(group, taps, c);
        add_differences<count>(group, taps, taps.both, c, c);
      });
    }
  }

  template <class Add>
  static HWY_INLINE void each_channels(int channels, const Add& add) {
    int c = 0;
    for (; c + some <= channels; c += some) add.template operator()<some>(c);
    for (; c < channels; ++c) add.template operator()<1>(c);
  }

  // Adds the planes base..base + count - 1 to the sums over channels.
  //   compares   to distances
  //   collects   to the derivatives with respect to the weight
  template <bool compares, bool collects>
  HWY_INLINE void add_channels(const Group& group, int base, int count, Taps& taps) const {
    for (int first = 0; first < count; first += planner::gradient_channel_run) {
      const int end = std::min(first + planner::gradient_channel_run, count);
      int t = 0;
      for (; t + together <= group.taps; t += together)
        add_run<together, compares, collects>(group, t, base, first, end, taps);
      for (; t < group.taps; ++t) add_run<1, compares, collects>(group, t, base, first, end, taps);
    }
  }

  template <int count, bool compares, bool collects>
  HWY_INLINE void add_run(const Group& group, int tap, int base, int first, int end,
                          Taps& taps) const {
    for (int x = 0; x < group.pixels; x += lanes) {
      Floats distance[count], own[count], other[count];
      for (int t = 0; t < count; ++t) distance[t] = own[t] = other[t] = hn::Zero(d);
      for (int c = first; c < end; ++c) {
        const Floats centre = hn::LoadU(d, group.centre(base + c) + x);
        const Floats e = collects ? hn::LoadU(d, group.centre_sent(c) + x) : hn::Zero(d);
        for (int t = 0; t < count; ++t) {
          const int at = x + tap + t;
          const Floats difference = hn::Sub(hn::LoadU(d, group.tap(base + c) + at), centre);
          if constexpr (compares)
            distance[t] = l1 ? hn::Add(distance[t], hn::Abs(difference))
                             : hn::MulAdd(difference, difference, distance[t]);
          if constexpr (collects) {
            own[t] = hn::MulAdd(e, difference, own[t]);
            other[t] = hn::MulAdd(hn::LoadU(d, group.tap_sent(c) + at), difference, other[t]);
          }
        }
      }
      for (int t = 0; t < count; ++t) {
        if constexpr (compares) keep(first, distance[t], taps.weight[tap + t] + x);
        if constexpr (collects) {
          keep(first, own[t], taps.own[tap + t] + x);
          keep(first, other[t], taps.both[tap + t] + x);
        }
      }
    }
  }

  // Adds the sum of a run of channels to those before it.
  static HWY_INLINE void keep(int first, Floats run, float* sum) {
    hn::Store(first == 0 ? run : hn::Add(hn::Load(d, sum), run), d, sum);
  }

  // Turns the sums over channels into weights, and adds what they are enough for: weights, or the
  // derivatives of the sigmas.
  template <bool collects>
  HWY_INLINE void weigh(const Group& group, Taps& taps) const {
    const float* const valid = group.tap(shape_.values + shape_.guide);
    const Floats slope = hn::Set(d, slope_);
    for (int x = 0; x < group.pixels; x += lanes) {
      Floats weights = hn::Zero(d), space = hn::Zero(d), range = hn::Zero(d);
      for (int t = 0; t < group.taps; ++t) {
        const int dx = group.first + t;
        Floats distance = hn::Load(d, taps.weight[t] + x), squared;
        if constexpr (l1) {
          distance = hn::Min(distance, hn::Set(d, most_distance_));
          squared = hn::Mul(distance, distance);
        } else {
          squared = hn::Min(distance, hn::Set(d, most_squared_));
        }
        Floats weight[1] = {
            hn::NegMulAdd(squared, hn::Set(d, scale_),
                          hn::Set(d, column_[static_cast<std::size_t>(dx + radius_)]))};
        exp2_of<5>(d, weight);
        weight[0] = hn::Mul(weight[0], hn::LoadU(d, valid + t + x));
        hn::Store(weight[0], d, taps.weight[t] + x);
        weights = hn::Add(weights, weight[0]);
        if constexpr (collects) {
          const int e = shape_.values;  // the plane of the sum of e (out - v)
          Floats own = hn::Load(d, taps.own[t] + x), other = hn::Load(d, taps.both[t] + x);
          own = hn::Sub(own, hn::LoadU(d, group.centre_sent(e) + x));
          other = hn::Add(other, hn::LoadU(d, group.tap_sent(e) + t + x));  // negative
          Floats both = hn::Mul(hn::Mul(hn::Sub(own, other), weight[0]), slope);
          if constexpr (l1) both = hn::Mul(both, distance);
          hn::Store(both, d, taps.both[t] + x);
          own = hn::Mul(own, weight[0]);
          const auto length = static_cast<float>(dx * dx + group.window.dy * group.window.dy);
          space = hn::MulAdd(own, hn::Set(d, length), space);
          range = hn::MulAdd(own, squared, range);
        }
      }
      if constexpr (collects) {
        add_total(group, x, shape_.values + shape_.guide, space);
        add_total(group, x, shape_.values + shape_.guide + 1, range);
      } else {
        add_total(group, x, 0, weights);
      }
    }
  }

  // Adds weight x e of the taps to the derivatives of some channels' values.
  template <int count>
  HWY_INLINE void add_sent(const Group& group, const Taps& taps, int channel) const {
    for (int x = 0; x < group.pixels; x += lanes) {
      Floats sum[count];
      for (Floats& s : sum) s = hn::Zero(d);
      for (int t = 0; t < group.taps; ++t) {
        const Floats weight = hn::Load(d, taps.weight[t] + x);
        for (int c = 0; c < count; ++c)
          sum[c] = hn::MulAdd(weight, hn::LoadU(d, group.tap_sent(channel + c) + t + x), sum[c]);
      }
      for (int c = 0; c < count; ++c) add_total(group, x, channel + c, sum[c]);
    }
  }

  // Adds factor x (tap - centre) of the taps in some planes of samples to the sums from `to` on;
  // with l1 and the factors of slopes factor x sign(tap - centre).
  template <int count>
  HWY_INLINE void add_differences(const Group& group, const Taps& taps,
                                  const float (&factors)[most_taps][chunk], int plane,
                                  int to) const {
    const bool by_sign = l1 && factors == taps.both;
    for (int x = 0; x < group.pixels; x += lanes) {
      Floats sum[count], centre[count];
      for (int c = 0; c < count; ++c) {
        sum[c] = hn::Zero(d);
        centre[c] = hn::LoadU(d, group.centre(plane + c) + x);
      }
      for (int t = 0; t < group.taps; ++t) {
        const Floats factor = hn::Load(d, factors[t] + x);
        for (int c = 0; c < count; ++c) {
          const Floats difference = hn::Sub(hn::LoadU(d, group.tap(plane + c) + t + x), centre[c]);
          if (by_sign) {
            const Floats sign = hn::And(difference, hn::Set(d, -0.0f));
            const auto differs = hn::Ne(difference, hn::Zero(d));
            sum[c] = hn::Add(sum[c], hn::IfThenElseZero(differs, hn::Xor(factor, sign)));
          } else {
            sum[c] = hn::MulAdd(factor, difference, sum[c]);
          }
        }
      }
      for (int c = 0; c < count; ++c) add_total(group, x, to + c, sum[c]);
    }
  }

  HWY_INLINE void add_total(const Group& group, int x, int s, Floats sum) const {
    const hn::Half<FloatTag> half;
    double* const total = group.row.sums + s * group.row.sums_plane + group.x + x;
    const Doubles weight =
        hn::Set(dd, row_weight_[static_cast<std::size_t>(group.window.dy + radius_)]);
    const Doubles low = hn::PromoteTo(dd, hn::LowerHalf(half, sum));
    const Doubles high = hn::PromoteTo(dd, hn::UpperHalf(half, sum));
    hn::StoreU(hn::MulAdd(weight, low, hn::LoadU(dd, total)), dd, total);
    double* const next = total + hn::MaxLanes(dd);
    hn::StoreU(hn::MulAdd(weight, high, hn::LoadU(dd, next)), dd, next);
  }

  GradientShape shape_;
};

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SELVAGE_GRADIENT_CHANNELS_INL_H_
