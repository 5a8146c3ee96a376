// SPDX-License-Identifier: Apache-2.0
// The inner loops of local linear models of bytes with SIMD instructions. Sums over windows are
// whole numbers; only the models are computed in double precision.
// Rows of sums and blocks are those of lane_sums-inl.h. Bound by arithmetic: about 12 instructions
// for a vector of a plane along columns and rows, as many for a plane of models, and the models.

#include "methods/local_linear/cpu/int32_loops.hpp"

#include <stdexcept>

#include "backends/cpu/simd_sets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/local_linear/cpu/int32_loops.cpp"
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

using Words = hn::ScalableTag<std::int16_t>;
using Wholes = hn::ScalableTag<std::int32_t>;
using Reals = hn::ScalableTag<double>;
using Models = hn::Rebind<std::int32_t, Reals>;

void centre_words(const float* from, std::ptrdiff_t count, float centre, std::int16_t* to) {
  const hn::ScalableTag<float> df;
  const hn::Rebind<std::int16_t, hn::ScalableTag<float>> dw;
  const auto step = static_cast<std::ptrdiff_t>(hn::Lanes(df));
  for (std::ptrdiff_t i = 0; i < count; i += step)
    hn::StoreU(
        hn::DemoteTo(dw, hn::NearestInt(hn::Sub(hn::LoadU(df, from + i), hn::Set(df, centre)))), dw,
        to + i);
}

// The parts of a row. Words are -128..127, so products are below 2^14, and their differences fit.
template <int guides>
struct Int32Row {
  static constexpr int most_values = 4;
  static constexpr int most_pixel_planes =
      guides + most_values + guides * (guides + 1) / 2 + guides * most_values;
  static constexpr int most_model_planes = most_values * (guides + 1);
  static constexpr Words dw{};
  static constexpr Wholes d{};
  static constexpr Models dm{};

  const Int32RowJob& job;
  LaneSums<Wholes> sums = {};
  hn::Vec<Wholes> carried[most_pixel_planes];  // what columns before i add to those from i on
  hn::Vec<Wholes> carried_models[most_model_planes];

  HWY_INLINE explicit Int32Row(const Int32RowJob& of) : job(of) {
    for (auto& v : carried) v = hn::Zero(d);
    for (auto& v : carried_models) v = hn::Zero(d);
  }

  HWY_INLINE void add(hn::Vec<Words> change, int plane, std::ptrdiff_t i) {
    std::int32_t* const to = job.columns + plane * job.stride + i;
    sums.add(hn::PromoteTo(d, hn::LowerHalf(change)), carried[plane], to);
    sums.add(hn::PromoteTo(d, hn::UpperHalf(hn::Half<Words>(), change)), carried[plane],
             to + hn::Lanes(d));
  }

  HWY_INLINE void slide(std::ptrdiff_t first, std::ptrdiff_t end) {
    const std::ptrdiff_t stride = job.stride;
    const int values = job.planes.other_values();
    const auto step = static_cast<std::ptrdiff_t>(hn::Lanes(dw));
    for (std::ptrdiff_t i = first; i < end; i += step) {
      hn::Vec<Words> in[guides], out[guides];
      for (int j = 0; j < guides; ++j) {
        in[j] = hn::LoadU(dw, job.newest + j * stride + i);
        out[j] = hn::LoadU(dw, job.oldest + j * stride + i);
        add(hn::Sub(in[j], out[j]), j, i);
      }
      int plane = guides + values;
      for (int j = 0; j < guides; ++j)
        for (int k = j; k < guides; ++k, ++plane)
          add(hn::Sub(hn::Mul(in[j], in[k]), hn::Mul(out[j], out[k])), plane, i);
      for (int c = 0; c < values; ++c) {
        const auto in_value = hn::LoadU(dw, job.newest + (guides + c) * stride + i);
        const auto out_value = hn::LoadU(dw, job.oldest + (guides + c) * stride + i);
        add(hn::Sub(in_value, out_value), guides + c, i);
        for (int j = 0; j < guides; ++j, ++plane)
          add(hn::Sub(hn::Mul(in_value, in[j]), hn::Mul(out_value, out[j])), plane, i);
      }
    }
  }

  // For Fit: its sums and models.
  HWY_INLINE hn::Vec<Reals> sum(int plane, std::ptrdiff_t i) const {
    return hn::PromoteTo(Reals(),
                         window_sums(dm, job.columns + plane * job.stride + i, job.window));
  }
  HWY_INLINE void store(hn::Vec<Reals> v, int plane, std::ptrdiff_t i, double scale) const {
    const auto model = hn::DemoteTo(dm, hn::Round(hn::Mul(v, hn::Set(Reals(), scale))));
    hn::StoreU(model, dm, job.newest_models + plane * job.model_stride + i);
  }

  HWY_INLINE void fit_models(std::ptrdiff_t first, std::ptrdiff_t end) {
    for (std::ptrdiff_t i = first; i < end; i += static_cast<std::ptrdiff_t>(hn::Lanes(dm)))
      Fit<guides, false, Int32RowJob, Int32Row>{job, *this, i}.pixels();
    const auto step = static_cast<std::ptrdiff_t>(hn::Lanes(d));
    for (int plane = 0; plane < job.planes.model_planes(); ++plane)
      for (std::ptrdiff_t i = first; i < end; i += step) {
        const std::ptrdiff_t at = plane * job.model_stride + i;
        sums.add(
            hn::Sub(hn::LoadU(d, job.newest_models + at), hn::LoadU(d, job.oldest_models + at)),
            carried_models[plane], job.model_columns + at);
      }
  }

  HWY_INLINE void give_results(std::ptrdiff_t first, std::ptrdiff_t end) const {
    const hn::ScalableTag<float> df;
    const hn::Rebind<std::int16_t, Wholes> halves;
    const auto mean = [&](int plane, std::ptrdiff_t i) HWY_ATTR {
      return hn::ConvertTo(
          df, window_sums(d, job.model_columns + plane * job.model_stride + i, job.window));
    };
    for (std::ptrdiff_t i = first; i < end; i += static_cast<std::ptrdiff_t>(hn::Lanes(d))) {
      hn::Vec<hn::ScalableTag<float>> guide[guides];
      for (int j = 0; j < guides; ++j) {
        const auto words = hn::LoadU(halves, job.guide + j * job.stride + i);
        guide[j] = hn::Mul(hn::ConvertTo(df, hn::PromoteTo(d, words)), hn::Set(df, job.a_factor));
      }
      for (int c = 0; c < job.planes.values; ++c) {
        auto value = hn::Mul(mean(job.planes.b(c), i), hn::Set(df, job.b_factor));
        for (int j = 0; j < guides; ++j)
          value = hn::MulAdd(mean(job.planes.a(c, j), i), guide[j], value);
        hn::StoreU(value, df, job.out + c * job.out_stride + i);
      }
    }
  }

  HWY_INLINE void run() {
    const auto lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
    RowParts{job.pixels, job.fitted, job.results, job.window, lanes}.run(
        [&](std::ptrdiff_t first, std::ptrdiff_t end) HWY_ATTR { slide(first, end); },
        [&](std::ptrdiff_t first, std::ptrdiff_t end) HWY_ATTR { fit_models(first, end); },
        [&](std::ptrdiff_t first, std::ptrdiff_t end) HWY_ATTR { give_results(first, end); });
  }
};

void int32_row(const Int32RowJob& job) {
  switch (job.planes.guides) {
    case 1: return Int32Row<1>(job).run();
    case 2: return Int32Row<2>(job).run();
    case 3: return Int32Row<3>(job).run();
    case 4: return Int32Row<4>(job).run();
    default: throw std::logic_error("no models of so many colours");
  }
}

Int32Loops make_int32_loops() {
  return {.vectors = every_vector_row(), .subtract = centre_words, .row = int32_row};
}

#else

Int32Loops make_int32_loops() {
  throw std::logic_error("this instruction set has no double precision");
}

#endif

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "backends/dispatch_entry.hpp"

namespace selvage::cpu {
namespace {

SELVAGE_EXPORT(make_int32_loops);

}  // namespace

Int32Loops int32_loops(std::int64_t target) {
  return dispatch_entry(HWY_DISPATCH_TABLE(make_int32_loops), target)();
}

}  // namespace selvage::cpu
#endif  // HWY_ONCE
