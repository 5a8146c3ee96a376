// SPDX-License-Identifier: Apache-2.0
// The taps of a row of pixels with weights of 16 bits and a certificate for each pixel, for each
// instruction set (methods/direct/int16_certified.hpp).

#if defined(SELVAGE_INT16_CERTIFIED_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SELVAGE_INT16_CERTIFIED_INL_H_
#undef SELVAGE_INT16_CERTIFIED_INL_H_
#else
#define SELVAGE_INT16_CERTIFIED_INL_H_
#endif

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "hwy/highway.h"
#include "methods/direct/cpu/int16_rows-inl.h"
#include "methods/direct/cpu/row_filter.hpp"
#include "methods/direct/int16_certified.hpp"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// c - v modulo 2^16, doubled with saturation unless sums are.
template <class Distance>
HWY_INLINE Shorts int16_wrapped_difference(Shorts centre, Shorts value) {
  Shorts y = hn::Sub(centre, value);
  if constexpr (!Distance::sums)
    for (int i = 0; i < Distance::doublings; ++i) y = hn::SaturatedAdd(y, y);
  return y;
}

// t of such differences. Two absolute values that are not doubled fit 16 bits unsigned, and so do
// two squares of numbers that are not saturated.
template <class Distance>
HWY_INLINE Shorts int16_wrapped_square(const Shorts (&y)[Distance::planes]) {
  const ShortTag d;
  const WordTag du;
  const auto term = [&](int p) HWY_ATTR {
    return hn::BitCast(du, Distance::sums ? hn::Abs(y[p]) : int16_square(y[p]));
  };
  auto t = term(0);
  if constexpr (Distance::planes > 1)
    t = Distance::sums || Distance::doublings == 0 ? hn::Add(t, term(1))
                                                   : hn::SaturatedAdd(t, term(1));
  if constexpr (Distance::planes > 2) t = hn::SaturatedAdd(t, term(2));
  if constexpr (Distance::sums) {
    for (int i = 0; i < Distance::doublings; ++i) t = hn::SaturatedAdd(t, t);
    return int16_square(hn::BitCast(d, hn::Min(t, hn::Set(du, 32767))));
  }
  return hn::BitCast(d, t);
}

// Computes several pairs of neighbouring taps at a time, as Int16Rows does, stage by stage: the
// chain of a tap's instructions is longer than what the processor looks ahead. Pixels without a
// certificate are computed again by Int16Rows.
template <class Distance>
class Int16Certified final : public RowFilter<std::int16_t> {
 public:
  // A sum of weights of `least` is a certificate (planner::int16_least_sum).
  Int16Certified(const WindowMean& filter, const int16_certified::Form& form, double least)
      : window_rows_(static_cast<int>(tap_rows(filter).size())),
        cubic_(form.scale.cubic),
        least_(static_cast<float>(1.00001 * least)),
        rows_(filter, form.scale.cubic) {
    for (const int16_certified::Pair& pair : int16_certified::pairs(filter, form))
      taps_.push_back({tap_row(filter, pair.dy, pair.dz), pair.dx, pair.right << 16 | pair.left});
    const auto whole = [](std::size_t pairs) { return pairs / together * together; };
    const std::size_t most = std::max(together, whole(int16_certified::pairs_of_sum(form)));
    const std::size_t first = std::min(most, whole(taps_.size() / 4) + together);
    while (taps_.size() % together != 0) taps_.push_back({tap_row(filter, 0, 0), 0, 0});
    for (std::size_t end = std::min(first, taps_.size());;
         end = std::min(end + most, taps_.size())) {
      ends_.push_back(end);
      if (end == taps_.size()) break;
    }
  }

  int block() const override { return static_cast<int>(step); }
  bool certifies() const override { return true; }

  void filter(const RowJob<std::int16_t>& job) const override {
    // Where slices of the window take no part, no pixel gets a certificate.
    const bool whole = job.dy_last - job.dy_first + 1 == window_rows_;
    for (std::size_t x = 0; x < static_cast<std::size_t>(job.pixels); x += step)
      if (whole)
        filter_block(job, x);
      else
        recompute_block(job, x);
  }

 private:
  using Rows = Int16Rows<Distance, false>;
  static constexpr ShortTag d{};
  static constexpr IntTag di{};
  static constexpr FloatTag16 df{};
  static constexpr int planes = Distance::planes;
  static constexpr std::size_t vectors = Rows::vectors, step = Rows::step;
  static constexpr std::size_t together = 8 / vectors;  // pairs
  static_assert(together % 2 == 0);

  struct Taps {
    std::size_t row;  // in the window
    std::ptrdiff_t dx;
    std::int32_t limits;  // of the right tap in the high half
  };
  using Centre = typename Rows::Centre;
  using Integers = typename Rows::Integers;
  struct Sums {
    Floats16 weight[vectors], plane[planes][vectors];
  };
  using Flags = std::array<float, step>;  // 0 or 1, for each pixel

  HWY_INLINE void filter_block(const RowJob<std::int16_t>& job, std::size_t x) const {
    const Centre centre = Rows::centre_of(job, x);
    Sums sums;
    for (std::size_t v = 0; v < vectors; ++v) {
      sums.weight[v] = hn::Zero(df);
      for (int p = 0; p < planes; ++p) sums.plane[p][v] = hn::Zero(df);
    }
    add_taps(job, x, 0, ends_[0], centre, sums);
    // A pixel whose near taps have hardly any weight gets no certificate either, so that blocks of
    // such pixels end here. It does not depend on its block.
    hn::Mask<FloatTag16> passed[vectors];
    bool any = false;
    for (std::size_t v = 0; v < vectors; ++v) {
      passed[v] = hn::Ge(sums.weight[v], hn::Set(df, 0.5f * least_));
      any |= !hn::AllFalse(df, passed[v]);
    }
    if (!any) return recompute_block(job, x);
    for (std::size_t i = 1; i < ends_.size(); ++i)
      add_taps(job, x, ends_[i - 1], ends_[i], centre, sums);
    bool all = true;
    for (std::size_t v = 0; v < vectors; ++v) {
      passed[v] = hn::And(passed[v], hn::Ge(sums.weight[v], hn::Set(df, least_)));
      all &= hn::AllTrue(df, passed[v]);
    }
    for (int p = 0; p < planes; ++p)
      for (std::size_t v = 0; v < vectors; v += 2)
        hn::StoreInterleaved2(mean_of(sums, p, v), mean_of(sums, p, v + 1), df,
                              job.mean_offset + p * job.mean_plane + x + Rows::start(v));
    if (!all) repair(job, x, passed);
  }

  void recompute_block(const RowJob<std::int16_t>& job, std::size_t x) const {
    count(job, x, Flags{});
    rows_.filter_block(job, x);
  }

  static HWY_INLINE Floats16 mean_of(const Sums& sums, int p, std::size_t v) {
    // A sum of weights may be 0 where the result is not used.
    const Floats16 weight = hn::Max(sums.weight[v], hn::Set(df, 1.0f));
    return hn::Mul(hn::Div(sums.plane[p][v], weight), hn::Set(df, -1.0f / Distance::factor));
  }

  // Computes the pixels without a certificate again: one by one, or if they are many with the
  // block.
  HWY_NOINLINE void repair(const RowJob<std::int16_t>& job, std::size_t x,
                           const hn::Mask<FloatTag16> (&passed)[vectors]) const {
    HWY_ALIGN Flags flags;
    const Floats16 one = hn::Set(df, 1.0f);
    for (std::size_t v = 0; v < vectors; v += 2)
      hn::StoreInterleaved2(hn::IfThenElseZero(passed[v], one),
                            hn::IfThenElseZero(passed[v + 1], one), df,
                            flags.data() + Rows::start(v));
    const int failed = count(job, x, flags);  // 0 if they lie beyond the row's end
    if (failed <= static_cast<int>(step / 2)) {
      const std::size_t left = std::min(step, static_cast<std::size_t>(job.pixels) - x);
      for (std::size_t i = 0; i < left; ++i)
        if (flags[i] == 0.0f) rows_.filter_pixel(job, x + i);
      return;
    }
    std::array<std::array<float, step>, planes> means;
    const auto mean = [&](int p) { return job.mean_offset + p * job.mean_plane + x; };
    for (int p = 0; p < planes; ++p)
      std::copy_n(mean(p), step, means[static_cast<std::size_t>(p)].data());
    rows_.filter_block(job, x);
    for (int p = 0; p < planes; ++p)
      for (std::size_t i = 0; i < step; ++i)
        if (flags[i] != 0.0f) mean(p)[i] = means[static_cast<std::size_t>(p)][i];
  }

  // Counts the pixels of the row that have no certificate.
  static int count(const RowJob<std::int16_t>& job, std::size_t x, const Flags& flags) {
    const std::size_t left = static_cast<std::size_t>(job.pixels) - x;
    const auto failed =
        static_cast<int>(std::count(flags.begin(), flags.begin() + std::min(step, left), 0.0f));
    if (job.recomputed != nullptr) *job.recomputed += failed;
    return failed;
  }

  HWY_INLINE void add_taps(const RowJob<std::int16_t>& job, std::size_t x, std::size_t first,
                           std::size_t end, const Centre& centre, Sums& sums) const {
    const VectorCubic cubic(cubic_);
    Integers integers;
    for (std::size_t v = 0; v < vectors; ++v) {
      integers.weight[v] = hn::Zero(di);
      for (int p = 0; p < planes; ++p) integers.sum[p][v] = hn::Zero(di);
    }
    for (std::size_t i = first; i < end; i += together)
      add_pairs(job, x, taps_.data() + i, cubic, centre, integers);
    for (std::size_t v = 0; v < vectors; ++v) {
      sums.weight[v] = hn::Add(sums.weight[v], hn::ConvertTo(df, integers.weight[v]));
      for (int p = 0; p < planes; ++p)
        sums.plane[p][v] = hn::Add(sums.plane[p][v], hn::ConvertTo(df, integers.sum[p][v]));
    }
  }

  HWY_INLINE void add_pairs(const RowJob<std::int16_t>& job, std::size_t x, const Taps* taps,
                            const VectorCubic& cubic, const Centre& centre,
                            Integers& integers) const {
    Shorts y[8][planes], rest[8], weight[8];
    for (std::size_t k = 0; k < together; ++k) {
      const std::int16_t* const tap = job.rows[taps[k].row] + x + taps[k].dx;
      const Shorts limits = hn::BitCast(d, hn::Set(di, taps[k].limits));
      for (std::size_t v = 0; v < vectors; ++v) {
        const std::size_t i = k * vectors + v;
        for (int p = 0; p < planes; ++p)
          y[i][p] = int16_wrapped_difference<Distance>(
              centre.plane[v][p], hn::LoadU(d, tap + p * job.rows_plane + Rows::start(v)));
        rest[i] = int16_rest(limits, int16_wrapped_square<Distance>(y[i]));
        rest[i] = hn::Add(rest[i], rest[i]);
      }
    }
    int16_roots_of_rests(cubic, rest, weight);
    for (std::size_t i = 0; i < 8; ++i) {
      const std::size_t v = i % vectors;
      for (int p = 0; p < planes; ++p)
        integers.sum[p][v] = add_products<false>(integers.sum[p][v], weight[i], y[i][p]);
      if (i / vectors % 2 == 1)
        integers.weight[v] = add_products<false>(
            integers.weight[v], hn::Add(weight[i - vectors], weight[i]), hn::Set(d, 1));
    }
  }

  int window_rows_;
  int16::Cubic cubic_;
  float least_;
  Rows rows_;
  std::vector<Taps> taps_;
  std::vector<std::size_t> ends_;  // of the parts of taps_ that are summed in 32 bits
};

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SELVAGE_INT16_CERTIFIED_INL_H_
