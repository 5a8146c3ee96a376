// SPDX-License-Identifier: Apache-2.0
// The inner loops of local linear models with SIMD instructions: neighbouring pixels side by side.
// Bound by loads and stores of sums; the solution of a 3 x 3 system costs as much as two planes.

#include "methods/local_linear/cpu/linear_loops.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "backends/cpu/simd_sets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/local_linear/cpu/linear_loops.cpp"
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
using Doubles = hn::ScalableTag<double>;
using Vector = hn::Vec<Doubles>;
constexpr Doubles d{};

inline std::ptrdiff_t lanes() {
  return static_cast<std::ptrdiff_t>(hn::Lanes(d));
}

void subtract(const float* from, std::ptrdiff_t count, double centre, double* to) {
  const hn::Rebind<float, Doubles> df;
  for (std::ptrdiff_t i = 0; i < count; i += lanes())
    hn::StoreU(hn::Sub(hn::PromoteTo(d, hn::LoadU(df, from + i)), hn::Set(d, centre)), d, to + i);
}

template <int guides>
void products_of(const LinearPlanes& planes, std::ptrdiff_t pixels, double* row,
                 std::ptrdiff_t stride) {
  const int first_square = planes.square(0, 0);
  for (std::ptrdiff_t i = 0; i < pixels; i += lanes()) {
    Vector guide[guides];
    for (int j = 0; j < guides; ++j) guide[j] = hn::LoadU(d, row + j * stride + i);
    double* to = row + first_square * stride + i;
    for (int j = 0; j < guides; ++j)
      for (int k = j; k < guides; ++k, to += stride) hn::StoreU(hn::Mul(guide[j], guide[k]), d, to);
    for (int c = 0; c < planes.other_values(); ++c) {
      const Vector value = hn::LoadU(d, row + (guides + c) * stride + i);
      for (int j = 0; j < guides; ++j, to += stride) hn::StoreU(hn::Mul(value, guide[j]), d, to);
    }
  }
}

void products(const LinearPlanes& planes, std::ptrdiff_t pixels, double* row,
              std::ptrdiff_t stride) {
  switch (planes.guides) {
    case 1: return products_of<1>(planes, pixels, row, stride);
    case 2: return products_of<2>(planes, pixels, row, stride);
    case 3: return products_of<3>(planes, pixels, row, stride);
    case 4: return products_of<4>(planes, pixels, row, stride);
    default: throw std::logic_error("no models of so many colours");
  }
}

template <int levels>
void column_sums_of(const ColumnSumJob& job) {
  const auto step = [&](std::ptrdiff_t i) HWY_ATTR {
    Vector newest = hn::LoadU(d, job.row + i);
    Vector total = newest;
    for (int k = 0; k < levels; ++k) {
      const Vector older = hn::LoadU(d, job.older[k] + i);
      if (job.parts[k]) total = hn::Add(total, hn::LoadU(d, job.parts[k] + i));
      hn::StoreU(newest, d, job.older[k] + i);
      newest = hn::Add(older, newest);
    }
    const Vector last = hn::LoadU(d, job.last + i);
    hn::StoreU(newest, d, job.last + i);
    hn::StoreU(hn::Add(total, last), d, job.sums + i);
  };
  for (std::ptrdiff_t i = 0; i < job.numbers; i += lanes()) step(i);
}

template <int... I>
void pick_levels(const ColumnSumJob& job, std::integer_sequence<int, I...>) {
  ((job.levels == I + 1 ? column_sums_of<I + 1>(job) : void()), ...);
}

void column_sums(const ColumnSumJob& job) {
  if (job.levels == 0)
    std::copy_n(job.row, job.numbers, job.sums);
  else
    pick_levels(job, std::make_integer_sequence<int, ColumnSumJob::most_levels>());
}

void results(const ResultJob& job) {
  const LinearPlanes& planes = job.planes;
  const hn::Rebind<float, Doubles> df;
  for (std::ptrdiff_t i = 0; i < job.pixels; i += lanes()) {
    const auto model = [&](int plane)
                           HWY_ATTR { return hn::LoadU(d, job.models + plane * job.stride + i); };
    Vector reciprocal = hn::Set(d, job.reciprocal);
    if (planes.counted) {
      const Vector count = model(planes.model_planes() - 1);
      reciprocal = hn::IfThenElseZero(hn::Gt(count, hn::Zero(d)), hn::Div(hn::Set(d, 1.0), count));
    }
    for (int c = 0; c < planes.values; ++c) {
      Vector value = model(planes.b(c));
      for (int j = 0; j < planes.guides; ++j)
        value = hn::MulAdd(model(planes.a(c, j)),
                           hn::LoadU(d, job.guide + j * job.guide_stride + i), value);
      hn::StoreU(hn::DemoteTo(df, hn::Mul(value, reciprocal)), df,
                 job.results + c * job.result_stride + i);
    }
  }
}

void blend(double share, const double* above, double other, const double* below,
           std::ptrdiff_t count, double* to) {
  for (std::ptrdiff_t i = 0; i < count; i += lanes())
    hn::StoreU(hn::MulAdd(hn::Set(d, share), hn::LoadU(d, above + i),
                          hn::Mul(hn::Set(d, other), hn::LoadU(d, below + i))),
               d, to + i);
}

// The columns of a vector's pixels are the lanes of one vector and of the one behind it.
void spread(const SpreadJob& job) {
  const hn::Rebind<std::int32_t, Doubles> dw;
  const hn::RebindToSigned<Doubles> dl;
  for (std::ptrdiff_t i = 0; i < job.pixels; i += lanes()) {
    const auto columns = hn::LoadU(dw, job.columns + i);
    const auto lane = hn::Sub(columns, hn::Set(dw, job.columns[i]));
    const auto index = hn::IndicesFromVec(d, hn::PromoteTo(dl, lane));
    const Vector here = hn::LoadU(d, job.here + i), next = hn::LoadU(d, job.next + i);
    const double* from = job.from + job.columns[i];
    double* to = job.to + i;
    for (int plane = 0; plane < job.planes; ++plane, from += job.stride, to += job.to_stride) {
      const Vector before = hn::TableLookupLanes(hn::LoadU(d, from), index);
      const Vector behind = hn::TableLookupLanes(hn::LoadU(d, from + 1), index);
      hn::StoreU(hn::MulAdd(here, before, hn::Mul(next, behind)), d, to);
    }
  }
}

template <class T, int channels>
int store_channels_of(const std::byte* from, std::byte* to, int pixels, int planes,
                      const float* values, std::ptrdiff_t stride) {
  const hn::ScalableTag<float> df;
  const int step = static_cast<int>(hn::Lanes(df));
  constexpr std::ptrdiff_t pixel = channels * static_cast<std::ptrdiff_t>(sizeof(T));
  int i = 0;
  for (; i + step <= pixels; i += step) {
    Samples<T> v[4];
    if (planes < channels) load_pixels<T, channels>(from + i * pixel, v);
    for (int c = 0; c < planes; ++c) v[c] = to_samples<T>(hn::LoadU(df, values + c * stride + i));
    store_pixels<T, channels>(v, to + i * pixel);
  }
  return i;
}

template <class T>
int store_results(const std::byte* from, std::byte* to, int pixels, int channels, int planes,
                  const float* values, std::ptrdiff_t stride) {
  switch (channels) {
    case 1: return store_channels_of<T, 1>(from, to, pixels, planes, values, stride);
    case 2: return store_channels_of<T, 2>(from, to, pixels, planes, values, stride);
    case 3: return store_channels_of<T, 3>(from, to, pixels, planes, values, stride);
    default: return store_channels_of<T, 4>(from, to, pixels, planes, values, stride);
  }
}

LinearLoops make_linear_loops() {
  LinearLoops loops{.vectors = every_vector_row(),
                    .subtract = subtract,
                    .products = products,
                    .row_sums = RowSums<double>::run,
                    .column_sums = column_sums,
                    .fit = fit<double>,
                    .results = results,
                    .blend = blend,
                    .spread = spread};
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32})
    with_pixel_type(type, [&]<class T>() {
      if constexpr (has_half || !std::is_same_v<T, Half>)
        loops.stores[static_cast<std::size_t>(type)] = store_results<T>;
    });
  return loops;
}

#else

LinearLoops make_linear_loops() {
  throw std::logic_error("this instruction set has no double precision");
}

#endif

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "backends/dispatch_entry.hpp"

namespace selvage::cpu {
namespace {

SELVAGE_EXPORT(make_linear_loops);

}  // namespace

LinearLoops linear_loops(std::int64_t target) {
  return dispatch_entry(HWY_DISPATCH_TABLE(make_linear_loops), target)();
}

}  // namespace selvage::cpu
#endif  // HWY_ONCE
