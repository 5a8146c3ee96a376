// SPDX-License-Identifier: Apache-2.0
// The inner loops over taps and channels of a row of pixels, for each instruction set.

#if defined(SELVAGE_CHANNEL_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SELVAGE_CHANNEL_ROWS_INL_H_
#undef SELVAGE_CHANNEL_ROWS_INL_H_
#else
#define SELVAGE_CHANNEL_ROWS_INL_H_
#endif

#include <algorithm>
#include <cstddef>

#include "backends/cpu/simd_exp2-inl.h"
#include "hwy/highway.h"
#include "methods/direct/cpu/row_filter.hpp"
#include "methods/direct/cpu/window_table.hpp"
#include "methods/direct/loop_sums.hpp"
#include "methods/multichannel/multichannel.hpp"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

// Weights from distances.
//   fine   distances and exp2 have the precision that all types but bytes need
//   split  each plane has a second one with its rounding error
template <bool is_fine, bool l1_norm, bool is_split>
struct RangeWeights {
  static constexpr bool ranged = true;
  static constexpr bool fine = is_fine, l1 = l1_norm, split = is_split;
};

// Weights of space alone: one plane marks the valid pixels by 0.
struct SpatialWeights {
  static constexpr bool ranged = false;
  static constexpr bool fine = true, l1 = false, split = false;
};

template <class Shape>
class ChannelRows final : public RowFilter<float> {
 public:
  ChannelRows(const WindowMean& step, const PlaneLayout& layout, double range_scale)
      : window_(step),
        distances_(layout.distance_planes),
        first_value_(layout.first_value_plane()),
        sums_(layout.sums()),
        range_scale_(static_cast<float>(range_scale)) {}

  int block() const override { return static_cast<int>(lanes); }

  void filter(const RowJob<float>& job) const override {
    for (int s = 0; s <= sums_; ++s)
      std::fill_n(job.totals + s * job.totals_plane, job.pixels + block(), 0.0);
    accumulate(job);
    finish(job);
  }

  void accumulate(const RowJob<float>& job) const override {
    for (int x = 0; x < job.pixels; x += chunk)
      for (int dy = job.dy_first; dy <= job.dy_last; ++dy)
        add_row(job, dy, x, std::min(chunk, job.pixels - x));
  }

  void finish(const RowJob<float>& job) const override {
    for (int s = 0; s < sums_; ++s) {
      const double* const total = job.totals + (1 + s) * job.totals_plane;
      float* const mean = job.mean_offset + s * job.mean_plane;
      for (int x = 0; x < job.pixels; ++x) mean[x] = static_cast<float>(total[x] / job.totals[x]);
    }
  }

 private:
  using FloatTag = hn::ScalableTag<float>;
  using DoubleTag = hn::ScalableTag<double>;
  using Floats = hn::Vec<FloatTag>;
  using Doubles = hn::Vec<DoubleTag>;

  static constexpr FloatTag d{};
  static constexpr DoubleTag dd{};
  static constexpr int lanes = static_cast<int>(hn::MaxLanes(FloatTag{}));
  static constexpr int chunk = 64;    // pixels
  static constexpr int together = 4;  // taps or channels, in registers
  static constexpr int cached = 32;   // channels of a distance, whose rows stay in the cache
  static_assert(chunk % lanes == 0 && cached % channel_block == 0);
  // So many blocks of squares cannot overflow: a pixel that is no tap is 3e18 away.
  static constexpr float largest_block = 3e35f;

  // The distances of a group of taps, then their weights.
  struct Weights {
    alignas(64) float of[tap_group][chunk];
    alignas(64) float lost[Shape::fine ? tap_group : 1][chunk];  // by Kahan's sum
  };

  // A group of neighbouring taps and a chunk of pixels.
  struct Group {
    const float* tap = nullptr;     // of the first pixel, first plane
    const float* centre = nullptr;  // likewise
    std::ptrdiff_t tap_plane = 0, centre_plane = 0;
    int taps = 1, pixels = 1;
  };

  // Adds a row of the window to totals in memory.
  HWY_INLINE void add_row(const RowJob<float>& job, int dy, int x, int pixels) const {
    const auto i = static_cast<std::size_t>(dy + window_.middle);
    const int extent = window_.extent[i];
    if (extent < 0) return;
    const int length = block_length(2 * extent + 1, tap_group);
    Weights weights;
    for (int first = -extent; first <= extent; first += length) {
      const Group group{.tap = job.rows[dy - job.dy_first] + x + first,
                        .centre = job.centre + x,
                        .tap_plane = job.rows_plane,
                        .centre_plane = job.centre_plane,
                        .taps = std::min(length, extent - first + 1),
                        .pixels = pixels};
      set_weights(group, first + window_.radius_x, weights);
      add_sums(group, weights, window_.row_weight[i], job.totals + x, job.totals_plane);
    }
  }

  // `column`: the index of the first tap.
  HWY_INLINE void set_weights(const Group& group, int column, Weights& weights) const {
    if constexpr (Shape::ranged) {
      for (int first = 0; first < distances_; first += cached)
        add_distances(group, first, std::min(first + cached, distances_), weights);
      for (int t = 0; t < group.taps; ++t)
        exponentiate(window_.column_exponent[static_cast<std::size_t>(column + t)], group.pixels,
                     weights.of[t]);
    } else {
      for (int t = 0; t < group.taps; ++t) {
        const Floats weight =
            hn::Set(d, window_.column_weight[static_cast<std::size_t>(column + t)]);
        for (int x = 0; x < group.pixels; x += lanes) {
          const auto valid = hn::Eq(hn::LoadU(d, group.tap + t + x), hn::Zero(d));
          hn::Store(hn::IfThenElseZero(valid, weight), d, weights.of[t] + x);
        }
      }
    }
  }

  // Adds the planes first..end - 1 to the distances. The first ones begin the sums.
  HWY_INLINE void add_distances(const Group& group, int first, int end, Weights& weights) const {
    int t = 0;
    for (; t + together <= group.taps; t += together)
      add_distances_of<together>(group, t, first, end, weights);
    for (; t < group.taps; ++t) add_distances_of<1>(group, t, first, end, weights);
  }

  template <int taps>
  HWY_INLINE void add_distances_of(const Group& group, int tap, int first, int end,
                                   Weights& weights) const {
    for (int x = 0; x < group.pixels; x += lanes) {
      Floats sum[taps], lost[taps];
      for (int t = 0; t < taps; ++t) {
        sum[t] = first == 0 ? hn::Zero(d) : hn::Load(d, weights.of[tap + t] + x);
        if constexpr (Shape::fine)
          lost[t] = first == 0 ? hn::Zero(d) : hn::Load(d, weights.lost[tap + t] + x);
      }
      const float* at = group.tap + tap + x + first * group.tap_plane;
      const float* centre = group.centre + x + first * group.centre_plane;
      for (int left = end - first; left > 0; left -= channel_block) {
        Floats run[taps], second[taps];
        add_run(group, at, centre, std::min(left, channel_run), run);
        if (left > channel_run) {
          add_run(group, at + channel_run * group.tap_plane,
                  centre + channel_run * group.centre_plane,
                  std::min(left - channel_run, channel_run), second);
          for (int t = 0; t < taps; ++t) run[t] = hn::Add(run[t], second[t]);
        }
        for (int t = 0; t < taps; ++t) add_block(run[t], sum[t], lost[t]);
        at += channel_block * group.tap_plane;
        centre += channel_block * group.centre_plane;
      }
      for (int t = 0; t < taps; ++t) {
        hn::Store(sum[t], d, weights.of[tap + t] + x);
        if constexpr (Shape::fine) hn::Store(lost[t], d, weights.lost[tap + t] + x);
      }
    }
  }

  // Sets `run` to the sums of the squares (l1: of the absolute values) of a few channels.
  template <int taps>
  HWY_INLINE void add_run(const Group& group, const float* tap, const float* centre, int channels,
                          Floats (&run)[taps]) const {
    for (int t = 0; t < taps; ++t) run[t] = hn::Zero(d);
    if (channels == channel_run) {
      for (int c = 0; c < channel_run; ++c)
        add_plane(group, tap + c * group.tap_plane, centre + c * group.centre_plane, run);
    } else {
      for (int c = 0; c < channels; ++c)
        add_plane(group, tap + c * group.tap_plane, centre + c * group.centre_plane, run);
    }
  }

  template <int taps>
  HWY_INLINE void add_plane(const Group& group, const float* tap, const float* centre,
                            Floats (&run)[taps]) const {
    const Floats own = hn::LoadU(d, centre);
    for (int t = 0; t < taps; ++t) {
      Floats difference = hn::Sub(own, hn::LoadU(d, tap + t));
      if constexpr (Shape::split)
        difference =
            hn::Add(difference, hn::Sub(hn::LoadU(d, centre + distances_ * group.centre_plane),
                                        hn::LoadU(d, tap + t + distances_ * group.tap_plane)));
      if constexpr (Shape::l1)
        run[t] = hn::Add(run[t], hn::Abs(difference));
      else
        run[t] = hn::MulAdd(difference, difference, run[t]);
    }
  }

  // Kahan's sum, or a plain one.
  static HWY_INLINE void add_block(Floats block, Floats& sum, Floats& lost) {
    if constexpr (Shape::fine) {
      block = hn::Sub(hn::Min(block, hn::Set(d, largest_block)), lost);
      const Floats next = hn::Add(sum, block);
      lost = hn::Sub(hn::Sub(next, sum), block);
      sum = next;
    } else {
      sum = hn::Add(sum, block);
    }
  }

  // Replaces the distances of one tap by its weights.
  HWY_INLINE void exponentiate(float space, int pixels, float* weights) const {
    const Floats scale = hn::Set(d, range_scale_), exponent = hn::Set(d, space);
    for (int x = 0; x < pixels; x += lanes) {
      const Floats sum = hn::Load(d, weights + x);
      Floats e[1];
      if constexpr (Shape::l1)
        e[0] = hn::NegMulAdd(hn::Mul(sum, scale), sum, exponent);
      else
        e[0] = hn::NegMulAdd(sum, scale, exponent);
      exp2_of<multichannel_degree(Shape::fine)>(d, e);
      hn::Store(e[0], d, weights + x);
    }
  }

  HWY_INLINE void add_sums(const Group& group, const Weights& weights, float row_weight,
                           double* totals, std::ptrdiff_t plane) const {
    const int half = (group.taps + 1) / 2;
    for (int x = 0; x < group.pixels; x += lanes) {
      Floats sum = hn::Zero(d), rest = hn::Zero(d);
      for (int t = 0; t < half; ++t) sum = hn::Add(sum, hn::Load(d, weights.of[t] + x));
      for (int t = half; t < group.taps; ++t) rest = hn::Add(rest, hn::Load(d, weights.of[t] + x));
      add_total(hn::Add(sum, rest), row_weight, totals + x);
    }
    int c = 0;
    for (; c + together <= sums_; c += together)
      add_channels<together>(group, weights, row_weight, c, totals + (1 + c) * plane, plane);
    for (; c < sums_; ++c)
      add_channels<1>(group, weights, row_weight, c, totals + (1 + c) * plane, plane);
  }

  // Adds weight x (value - centre) of the taps for a few channels.
  template <int channels>
  HWY_INLINE void add_channels(const Group& group, const Weights& weights, float row_weight,
                               int channel, double* totals, std::ptrdiff_t plane) const {
    const std::ptrdiff_t first = first_value_ + channel;
    const int half = (group.taps + 1) / 2;
    for (int x = 0; x < group.pixels; x += lanes) {
      Floats centre[channels], sum[channels], rest[channels];
      for (int c = 0; c < channels; ++c) {
        centre[c] = hn::LoadU(d, group.centre + x + (first + c) * group.centre_plane);
        sum[c] = rest[c] = hn::Zero(d);
      }
      const float* const values = group.tap + x + first * group.tap_plane;
      add_values(group, weights.of, values, x, 0, half, centre, sum);
      add_values(group, weights.of, values, x, half, group.taps, centre, rest);
      for (int c = 0; c < channels; ++c)
        add_total(hn::Add(sum[c], rest[c]), row_weight, totals + c * plane + x);
    }
  }

  template <int channels>
  static HWY_INLINE void add_values(const Group& group, const float (&weights)[tap_group][chunk],
                                    const float* values, int x, int first, int end,
                                    const Floats (&centre)[channels], Floats (&sum)[channels]) {
    for (int t = first; t < end; ++t) {
      const Floats w = hn::Load(d, weights[t] + x);
      for (int c = 0; c < channels; ++c)
        sum[c] = hn::NegMulAdd(
            w, hn::Sub(centre[c], hn::LoadU(d, values + t + c * group.tap_plane)), sum[c]);
    }
  }

  static HWY_INLINE void add_total(Floats sum, float row_weight, double* total) {
    const hn::Half<FloatTag> half;
    const Doubles weight = hn::Set(dd, double{row_weight});
    const Doubles low = hn::PromoteTo(dd, hn::LowerHalf(half, sum));
    const Doubles high = hn::PromoteTo(dd, hn::UpperHalf(half, sum));
    hn::StoreU(hn::MulAdd(weight, low, hn::LoadU(dd, total)), dd, total);
    double* const next = total + lanes / 2;
    hn::StoreU(hn::MulAdd(weight, high, hn::LoadU(dd, next)), dd, next);
  }

  WindowTable<float> window_;
  int distances_, first_value_, sums_;
  float range_scale_;
};

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SELVAGE_CHANNEL_ROWS_INL_H_
