// SPDX-License-Identifier: Apache-2.0
// The inner loops of local linear models of bytes with SIMD instructions. Sums over windows are
// whole numbers; only the models are computed in double precision.
// Bound by arithmetic: for a colour guide about 20 instructions for a pixel along columns, 45 along
// rows, 35 for the model and 30 for its sums.

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
#include "methods/local_linear/cpu/row_sums-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR && HWY_HAVE_FLOAT64

namespace hn = hwy::HWY_NAMESPACE;

using Words = hn::ScalableTag<std::int16_t>;
using Wholes = hn::ScalableTag<std::int32_t>;

void centre_words(const float* from, std::ptrdiff_t count, float centre, std::int16_t* to) {
  const hn::ScalableTag<float> df;
  const hn::Rebind<std::int16_t, hn::ScalableTag<float>> dw;
  const auto step = static_cast<std::ptrdiff_t>(hn::Lanes(df));
  for (std::ptrdiff_t i = 0; i < count; i += step)
    hn::StoreU(
        hn::DemoteTo(dw, hn::NearestInt(hn::Sub(hn::LoadU(df, from + i), hn::Set(df, centre)))), dw,
        to + i);
}

// Adds differences of words to sums. Words are -128..127, so products are below 2^14, and their
// differences fit.
HWY_INLINE void add_words(hn::Vec<Words> difference, std::int32_t* sums) {
  const Wholes d;
  const hn::Half<Words> dw;
  const auto half = hn::Lanes(d);
  const auto low = hn::PromoteTo(d, hn::LowerHalf(difference));
  const auto high = hn::PromoteTo(d, hn::UpperHalf(dw, difference));
  hn::StoreU(hn::Add(hn::LoadU(d, sums), low), d, sums);
  hn::StoreU(hn::Add(hn::LoadU(d, sums + half), high), d, sums + half);
}

template <int guides>
void slide_of(const SlideJob& job) {
  const Words dw;
  const LinearPlanes& planes = job.planes;
  const std::ptrdiff_t stride = job.stride;
  const int values = planes.other_values();
  const auto step = static_cast<std::ptrdiff_t>(hn::Lanes(dw));
  for (std::ptrdiff_t i = 0; i < job.pixels; i += step) {
    hn::Vec<Words> enters[guides], leaves[guides];
    std::int32_t* to = job.sums + i;
    for (int j = 0; j < guides; ++j, to += stride) {
      enters[j] = hn::LoadU(dw, job.newest + j * stride + i);
      leaves[j] = hn::LoadU(dw, job.oldest + j * stride + i);
      add_words(hn::Sub(enters[j], leaves[j]), to);
    }
    std::int32_t* squares = to + values * stride;
    for (int j = 0; j < guides; ++j)
      for (int k = j; k < guides; ++k, squares += stride)
        add_words(hn::Sub(hn::Mul(enters[j], enters[k]), hn::Mul(leaves[j], leaves[k])), squares);
    for (int c = 0; c < values; ++c, to += stride) {
      const auto in = hn::LoadU(dw, job.newest + (guides + c) * stride + i);
      const auto out = hn::LoadU(dw, job.oldest + (guides + c) * stride + i);
      add_words(hn::Sub(in, out), to);
      for (int j = 0; j < guides; ++j, squares += stride)
        add_words(hn::Sub(hn::Mul(in, enters[j]), hn::Mul(out, leaves[j])), squares);
    }
  }
}

void slide(const SlideJob& job) {
  switch (job.planes.guides) {
    case 1: return slide_of<1>(job);
    case 2: return slide_of<2>(job);
    case 3: return slide_of<3>(job);
    case 4: return slide_of<4>(job);
    default: throw std::logic_error("no models of so many colours");
  }
}

void slide_models(const std::int32_t* newest, const std::int32_t* oldest, std::ptrdiff_t count,
                  std::int32_t* sums) {
  const Wholes d;
  const auto step = static_cast<std::ptrdiff_t>(hn::Lanes(d));
  for (std::ptrdiff_t i = 0; i < count; i += step)
    hn::StoreU(hn::Add(hn::LoadU(d, sums + i),
                       hn::Sub(hn::LoadU(d, newest + i), hn::LoadU(d, oldest + i))),
               d, sums + i);
}

template <int guides>
void whole_results_of(const Int32ResultJob& job) {
  const Wholes d;
  const hn::ScalableTag<float> df;
  const hn::Rebind<std::int16_t, Wholes> dw;
  const auto step = static_cast<std::ptrdiff_t>(hn::Lanes(d));
  const auto a_scale = hn::Set(df, job.a_scale), b_scale = hn::Set(df, job.b_scale);
  for (std::ptrdiff_t i = 0; i < job.pixels; i += step) {
    hn::Vec<hn::ScalableTag<float>> guide[guides];
    for (int j = 0; j < guides; ++j) {
      const auto words = hn::LoadU(dw, job.guide + j * job.guide_stride + i);
      guide[j] = hn::Mul(hn::ConvertTo(df, hn::PromoteTo(d, words)), a_scale);
    }
    const std::int32_t* a = job.models + i;
    const std::int32_t* b = a + job.planes.b(0) * job.stride;
    for (int c = 0; c < job.planes.values; ++c, b += job.stride) {
      auto value = hn::Mul(hn::ConvertTo(df, hn::LoadU(d, b)), b_scale);
      for (int j = 0; j < guides; ++j, a += job.stride)
        value = hn::MulAdd(hn::ConvertTo(df, hn::LoadU(d, a)), guide[j], value);
      hn::StoreU(value, df, job.results + c * job.result_stride + i);
    }
  }
}

void whole_results(const Int32ResultJob& job) {
  switch (job.planes.guides) {
    case 1: return whole_results_of<1>(job);
    case 2: return whole_results_of<2>(job);
    case 3: return whole_results_of<3>(job);
    case 4: return whole_results_of<4>(job);
    default: throw std::logic_error("no models of so many colours");
  }
}

Int32Loops make_int32_loops() {
  return {.vectors = every_vector_row(),
          .subtract = centre_words,
          .slide = slide,
          .slide_models = slide_models,
          .row_sums = RowSums<std::int32_t>::run,
          .fit = fit<std::int32_t>,
          .results = whole_results};
}

#else

Int32Loops make_int32_loops() {
  throw std::logic_error("this instruction set has no double precision");
}

#endif

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "backends/cpu/dispatch_entry.hpp"

namespace selvage::cpu {
namespace {

HWY_EXPORT(make_int32_loops);

}  // namespace

Int32Loops int32_loops(std::int64_t target) {
  return dispatch_entry(HWY_DISPATCH_TABLE(make_int32_loops), target)();
}

}  // namespace selvage::cpu
#endif  // HWY_ONCE
