// SPDX-License-Identifier: Apache-2.0
// The models of a row of windows, from the sums over them, for each instruction set.

#if defined(SELVAGE_FIT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SELVAGE_FIT_INL_H_
#undef SELVAGE_FIT_INL_H_
#else
#define SELVAGE_FIT_INL_H_
#endif

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <type_traits>

#include "hwy/highway.h"
#include "methods/local_linear/cpu/fit_job.hpp"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The decomposition L D L^T of the guide's covariance.
template <int guides>
struct Decomposition {
  using Tag = hn::ScalableTag<double>;
  using Vector = hn::Vec<Tag>;
  static constexpr Tag d{};

  Vector lower[guides][guides], reciprocal[guides];

  // Of a symmetric matrix, whose entries i <= j are given. The exact pivots are at least `epsilon`.
  HWY_INLINE void make(const Vector (&matrix)[guides][guides], Vector epsilon) {
    Vector scaled[guides][guides];  // lower times its pivot
    for (int j = 0; j < guides; ++j) {
      Vector pivot = hn::Add(matrix[j][j], epsilon);
      for (int k = 0; k < j; ++k) pivot = hn::NegMulAdd(lower[j][k], scaled[j][k], pivot);
      reciprocal[j] = hn::Div(hn::Set(d, 1.0), hn::Max(pivot, epsilon));
      for (int i = j + 1; i < guides; ++i) {
        Vector entry = matrix[j][i];
        for (int k = 0; k < j; ++k) entry = hn::NegMulAdd(lower[i][k], scaled[j][k], entry);
        scaled[i][j] = entry;
        lower[i][j] = hn::Mul(entry, reciprocal[j]);
      }
    }
  }

  HWY_INLINE void solve(Vector (&x)[guides]) const {
    for (int j = 0; j < guides; ++j)
      for (int k = 0; k < j; ++k) x[j] = hn::NegMulAdd(lower[j][k], x[k], x[j]);
    for (int j = guides - 1; j >= 0; --j) {
      x[j] = hn::Mul(x[j], reciprocal[j]);
      for (int i = j + 1; i < guides; ++i) x[j] = hn::NegMulAdd(lower[i][j], x[i], x[j]);
    }
  }
};

// The sums and models of a job as doubles.
template <class Number>
struct FitNumbers {
  using Tag = hn::ScalableTag<double>;
  using Vector = hn::Vec<Tag>;
  static constexpr Tag d{};
  static constexpr bool whole = std::is_integral_v<Number>;

  const FitJob<Number>& job;

  HWY_INLINE Vector sum(int plane, std::ptrdiff_t i) const {
    const Number* const at = job.sums + plane * job.stride + i;
    if constexpr (whole)
      return hn::PromoteTo(d, hn::LoadU(hn::Rebind<Number, Tag>(), at));
    else
      return hn::LoadU(d, at);
  }
  HWY_INLINE void store(Vector v, int plane, std::ptrdiff_t i, double scale) const {
    Number* const at = job.models + plane * job.stride + i;
    if constexpr (whole) {
      const hn::Rebind<Number, Tag> dn;
      hn::StoreU(hn::DemoteTo(dn, hn::Round(hn::Mul(v, hn::Set(d, scale)))), dn, at);
    } else {
      hn::StoreU(v, d, at);
    }
  }
};

// The models of the windows i, i + 1, ... of a vector. `job` has the members of a FitJob that are
// no numbers; `numbers` reads sums and takes models, as FitNumbers does.
template <int guides, bool counted, class Job, class Numbers>
struct Fit {
  using Tag = hn::ScalableTag<double>;
  using Vector = hn::Vec<Tag>;
  static constexpr Tag d{};

  const Job& job;
  Numbers& numbers;
  std::ptrdiff_t i = 0;

  HWY_INLINE Vector sum(int plane) const { return numbers.sum(plane, i); }
  HWY_INLINE void store(Vector v, int plane, double scale) const {
    numbers.store(v, plane, i, scale);
  }

  HWY_INLINE void pixels() const {
    const LinearPlanes& planes = job.planes;
    Vector reciprocal = hn::Set(d, job.reciprocal), valid = reciprocal;
    if constexpr (counted) {
      // A valid centre counts itself. Where none does, the model counts for nothing.
      const Vector count = hn::Max(sum(planes.pixel_planes() - 1), hn::Set(d, 1.0));
      reciprocal = hn::Div(hn::Set(d, 1.0), count);
      valid = hn::LoadU(d, job.valid + i);
      store(valid, planes.model_planes() - 1, 1.0);
    }
    Vector mean[guides], covariance[guides][guides];
    for (int j = 0; j < guides; ++j) mean[j] = hn::Mul(sum(j), reciprocal);
    for (int j = 0, plane = planes.square(0, 0); j < guides; ++j)
      for (int k = j; k < guides; ++k, ++plane)
        covariance[j][k] = covariance[k][j] =
            hn::Sub(hn::Mul(sum(plane), reciprocal), hn::Mul(mean[j], mean[k]));
    Decomposition<guides> decomposition;
    decomposition.make(covariance, hn::Set(d, job.epsilon));
    for (int c = 0; c < planes.values; ++c) {
      Vector a[guides], value;
      if (c < planes.own_values()) {
        value = mean[c];
        for (int j = 0; j < guides; ++j) a[j] = covariance[c][j];
      } else {
        value = hn::Mul(sum(planes.value(c)), reciprocal);
        const int product = planes.product(c, 0);
        for (int j = 0; j < guides; ++j)
          a[j] = hn::Sub(hn::Mul(sum(product + j), reciprocal), hn::Mul(value, mean[j]));
      }
      const double centre = c < planes.own_values() ? job.guide_centre : job.value_centre;
      value = hn::Add(value, hn::Set(d, centre));
      decomposition.solve(a);
      Vector b = value;
      for (int j = 0; j < guides; ++j) b = hn::NegMulAdd(a[j], mean[j], b);
      if constexpr (counted) {
        for (int j = 0; j < guides; ++j) a[j] = hn::Mul(a[j], valid);
        b = hn::Mul(b, valid);
        if (planes.fill) store(hn::Mul(value, valid), planes.mean(c), 1.0);
      }
      for (int j = 0; j < guides; ++j) store(a[j], planes.a(c, j), job.a_scale);
      store(b, planes.b(c), job.b_scale);
    }
  }
};

template <int guides, class Number>
void fit_row(const FitJob<Number>& job) {
  using Numbers = const FitNumbers<Number>;
  Numbers numbers{job};
  const auto step = static_cast<std::ptrdiff_t>(hn::Lanes(hn::ScalableTag<double>()));
  if constexpr (!std::is_integral_v<Number>)
    if (job.planes.counted) {
      for (std::ptrdiff_t i = 0; i < job.pixels; i += step)
        Fit<guides, true, FitJob<Number>, Numbers>{job, numbers, i}.pixels();
      return;
    }
  for (std::ptrdiff_t i = 0; i < job.pixels; i += step)
    Fit<guides, false, FitJob<Number>, Numbers>{job, numbers, i}.pixels();
}

template <class Number>
void fit(const FitJob<Number>& job) {
  switch (job.planes.guides) {
    case 1: return fit_row<1>(job);
    case 2: return fit_row<2>(job);
    case 3: return fit_row<3>(job);
    case 4: return fit_row<4>(job);
    default: throw std::logic_error("no models of so many colours");
  }
}

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SELVAGE_FIT_INL_H_
