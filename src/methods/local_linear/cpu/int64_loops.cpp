// SPDX-License-Identifier: Apache-2.0
// The inner loops of local linear models in 64-bit fixed point with SIMD instructions.
//   sums     A row of sums holds those of all columns up to each one, so that a window's sum is the
//            difference of two of its numbers. A row that enters adds its own such sums.
//   blocks   of a row go from samples to results while their sums are in the first-level cache.
// Bound by arithmetic and by loads and stores of sums: about 14 instructions for a vector of a
// plane of pixels, and as many for one of models.

#include "methods/local_linear/cpu/int64_loops.hpp"

#include <algorithm>
#include <stdexcept>

#include "backends/cpu/simd_sets.hpp"
#include "hwy/cache_control.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/local_linear/cpu/int64_loops.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#if HWY_TARGET != HWY_SCALAR
#include "backends/cpu/images/vector_rows-inl.h"
#include "methods/local_linear/cpu/fit-inl.h"
#include "methods/local_linear/cpu/lane_sums-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR && HWY_HAVE_FLOAT64

namespace hn = hwy::HWY_NAMESPACE;

using Reals = hn::ScalableTag<double>;
using Longs = hn::ScalableTag<std::int64_t>;
using Real = hn::Vec<Reals>;
using Long = hn::Vec<Longs>;
using RealFloats = hn::Rebind<float, Reals>;

constexpr int most_values = 4;

inline std::ptrdiff_t long_lanes() {
  return static_cast<std::ptrdiff_t>(hn::Lanes(Longs()));
}

// The parts of a row, from left to right.
template <int guides>
struct Int64Row {
  static constexpr Reals d{};
  static constexpr Longs dl{};
  static constexpr int most_pixel_planes =
      guides + most_values + guides * (guides + 1) / 2 + guides * most_values;
  static constexpr int most_model_planes = most_values * (guides + 1);

  const Int64RowJob& job;
  LaneSums<Longs> lane_sums = {};
  Long carried[most_pixel_planes];  // what the columns before i add to those from i on
  Long carried_models[most_model_planes];

  HWY_INLINE explicit Int64Row(const Int64RowJob& of) : job(of) {
    for (Long& v : carried) v = hn::Zero(dl);
    for (Long& v : carried_models) v = hn::Zero(dl);
  }

  HWY_INLINE Real guide_at(const float* row, int j, std::ptrdiff_t i) const {
    const Real v = hn::PromoteTo(d, hn::LoadU(RealFloats(), row + j * job.stride + i));
    return hn::MulSub(v, hn::Set(d, job.guide_scale), hn::Set(d, job.scaled_centre));
  }
  HWY_INLINE Real value_at(const float* row, int c, std::ptrdiff_t i) const {
    return hn::PromoteTo(d, hn::LoadU(RealFloats(), row + (guides + c) * job.stride + i));
  }

  // A change of a plane: numbers in units are the last bits of their sums with `magic`.
  HWY_INLINE Long change(Real in, Real out) const {
    return hn::Sub(hn::BitCast(dl, in), hn::BitCast(dl, out));
  }

  HWY_INLINE void slide(std::ptrdiff_t first, std::ptrdiff_t end) {
    const Real magic = hn::Set(d, job.guide_magic), of_values = hn::Set(d, job.value_magic);
    const int values = job.planes.other_values();
    const std::ptrdiff_t stride = job.stride;
    for (std::ptrdiff_t i = first; i < end; i += long_lanes()) {
      Real in[guides], out[guides];
      std::int64_t* to = job.columns + i;
      for (int j = 0; j < guides; ++j) {
        in[j] = guide_at(job.newest, j, i);
        out[j] = guide_at(job.oldest, j, i);
        lane_sums.add(change(hn::Add(in[j], magic), hn::Add(out[j], magic)), carried[j],
                      to + j * stride);
      }
      int plane = guides + values;
      for (int j = 0; j < guides; ++j)
        for (int k = j; k < guides; ++k, ++plane)
          lane_sums.add(change(hn::MulAdd(in[j], in[k], magic), hn::MulAdd(out[j], out[k], magic)),
                        carried[plane], to + plane * stride);
      for (int c = 0; c < values; ++c) {
        const Real in_value = value_at(job.newest, c, i), out_value = value_at(job.oldest, c, i);
        lane_sums.add(change(hn::Add(in_value, of_values), hn::Add(out_value, of_values)),
                      carried[guides + c], to + (guides + c) * stride);
        for (int j = 0; j < guides; ++j, ++plane)
          lane_sums.add(change(hn::MulAdd(in_value, in[j], of_values),
                               hn::MulAdd(out_value, out[j], of_values)),
                        carried[plane], to + plane * stride);
      }
    }
  }

  HWY_INLINE Real window_sum(const std::int64_t* row) const {
    return hn::ConvertTo(d, window_sums(dl, row, job.window));
  }

  // For Fit: its sums and models.
  HWY_INLINE Real sum(int plane, std::ptrdiff_t i) const {
    return window_sum(job.columns + plane * job.stride + i);
  }
  HWY_INLINE void store(Real v, int plane, std::ptrdiff_t i, double scale) {
    const std::ptrdiff_t at = plane * job.model_stride + i;
    const Long model =
        hn::BitCast(dl, hn::MulAdd(v, hn::Set(d, scale), hn::Set(d, job.model_magic)));
    const Long oldest = hn::LoadU(dl, job.oldest_models + at);
    hn::StoreU(model, dl, job.newest_models + at);
    lane_sums.add(hn::Sub(model, oldest), carried_models[plane], job.model_columns + at);
  }

  HWY_INLINE void fit_models(std::ptrdiff_t first, std::ptrdiff_t end) {
    for (std::ptrdiff_t i = first; i < end; i += long_lanes())
      Fit<guides, false, Int64RowJob, Int64Row>{job, *this, i}.pixels();
  }

  HWY_INLINE void give_results(std::ptrdiff_t first, std::ptrdiff_t end) const {
    const LinearPlanes& planes = job.planes;
    const auto model = [&](int plane, std::ptrdiff_t i) HWY_ATTR {
      return window_sum(job.model_columns + plane * job.model_stride + i);
    };
    for (std::ptrdiff_t i = first; i < end; i += long_lanes()) {
      Real guide[guides];
      for (int j = 0; j < guides; ++j)
        guide[j] = hn::Mul(guide_at(job.guide, j, i), hn::Set(d, job.a_factor));
      for (int c = 0; c < planes.values; ++c) {
        Real value = hn::Mul(model(planes.b(c), i), hn::Set(d, job.b_factor));
        for (int j = 0; j < guides; ++j)
          value = hn::MulAdd(model(planes.a(c, j), i), guide[j], value);
        const double factor = c < planes.own_values() ? job.own_factor : job.value_factor;
        hn::StoreU(hn::DemoteTo(RealFloats(), hn::Mul(value, hn::Set(d, factor))), RealFloats(),
                   job.out + c * job.out_stride + i);
      }
    }
  }

  // Fetches the part of `ahead` that belongs to the pixels from `first` to `end`.
  HWY_INLINE void fetch(std::ptrdiff_t first, std::ptrdiff_t end) const {
    constexpr std::ptrdiff_t line = 64;
    for (const Ahead& range : job.ahead) {
      const std::byte* const last = range.data + range.bytes * end / job.pixels;
      for (const std::byte* at = range.data + range.bytes * first / job.pixels; at < last;
           at += line)
        hwy::Prefetch(at);
    }
  }

  HWY_INLINE void run() {
    RowParts{job.pixels, job.fitted, job.results, job.window, long_lanes()}.run(
        [&](std::ptrdiff_t first, std::ptrdiff_t end) HWY_ATTR {
          fetch(first, end);
          slide(first, end);
        },
        [&](std::ptrdiff_t first, std::ptrdiff_t end) HWY_ATTR { fit_models(first, end); },
        [&](std::ptrdiff_t first, std::ptrdiff_t end) HWY_ATTR { give_results(first, end); });
  }
};

void int64_row(const Int64RowJob& job) {
  switch (job.planes.guides) {
    case 1: return Int64Row<1>(job).run();
    case 2: return Int64Row<2>(job).run();
    case 3: return Int64Row<3>(job).run();
    case 4: return Int64Row<4>(job).run();
    default: throw std::logic_error("no models of so many colours");
  }
}

bool check_range(const RangeJob& job) {
  const hn::ScalableTag<float> df;
  const hn::ScalableTag<std::int32_t> di;
  const auto step = static_cast<std::ptrdiff_t>(hn::Lanes(df));
  const auto least_guide = hn::Set(df, job.least_guide), most_guide = hn::Set(df, job.most_guide);
  const auto most_value = hn::Set(df, job.most_value), least_value = hn::Set(df, job.least_value);
  const auto row = hn::Set(di, job.row);
  const auto mark = [&](auto mask, std::int32_t* at) HWY_ATTR {
    hn::StoreU(hn::IfThenElse(hn::RebindMask(di, mask), row, hn::LoadU(di, at)), di, at);
  };
  bool beyond = false;
  for (std::ptrdiff_t i = 0; i < job.pixels; i += step) {
    auto inside = hn::FirstN(df, static_cast<std::size_t>(job.pixels - i));
    const auto here = inside;
    auto largest = hn::Zero(df);
    for (int c = 0; c < job.values; ++c) {  // a NaN is not at most anything
      const auto size = hn::Abs(hn::LoadU(df, job.value + c * job.stride + i));
      inside = hn::And(inside, hn::Le(size, most_value));
      largest = hn::Max(largest, size);
    }
    for (int j = 0; j < job.guides; ++j) {
      const auto v = hn::LoadU(df, job.guide + j * job.stride + i);
      inside = hn::And(inside, hn::And(hn::Ge(v, least_guide), hn::Le(v, most_guide)));
    }
    const auto outside = hn::AndNot(inside, here);
    if (!hn::AllFalse(df, outside)) {
      beyond = true;
      mark(outside, job.beyond + i);
    }
    mark(hn::Ge(largest, least_value), job.strong + i);
    mark(hn::Gt(largest, hn::Zero(df)), job.some + i);
  }
  return beyond;
}

Int64Loops make_int64_loops() {
  return {.vectors = every_vector_row(), .row = int64_row, .check = check_range};
}

#else

Int64Loops make_int64_loops() {
  throw std::logic_error("this instruction set has no double precision");
}

#endif

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "backends/dispatch_entry.hpp"

namespace selvage::cpu {
namespace {

SELVAGE_EXPORT(make_int64_loops);

}  // namespace

Int64Loops int64_loops(std::int64_t target) {
  return dispatch_entry(HWY_DISPATCH_TABLE(make_int64_loops), target)();
}

}  // namespace selvage::cpu
#endif  // HWY_ONCE
