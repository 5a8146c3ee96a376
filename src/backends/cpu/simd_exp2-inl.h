// SPDX-License-Identifier: Apache-2.0
// 2^e in single precision, for each instruction set.

#if defined(SELVAGE_SIMD_EXP2_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SELVAGE_SIMD_EXP2_INL_H_
#undef SELVAGE_SIMD_EXP2_INL_H_
#else
#define SELVAGE_SIMD_EXP2_INL_H_
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// AVX-512 splits a number into floor and fraction in one instruction and scales by 2^floor in
// another, which also underflows to 0 by itself.
#if HWY_TARGET <= HWY_AVX3
inline constexpr bool has_scalef = true;
#else
inline constexpr bool has_scalef = false;
#endif

// Polynomials for 2^f of least relative error, by Remez' exchange, rounded to single precision.
// With scalef f is in [0, 1), else in [-0.5, 0.5]. Largest relative error, evaluated in single
// precision with fused multiply-adds: degree 3 7.5e-5, degree 5 2.2e-7.
template <int degree>
inline constexpr float exp2_coefficients[degree + 1] = {};
#if HWY_TARGET <= HWY_AVX3
template <>
inline constexpr float exp2_coefficients<3>[4] = {0.9999251961708069f, 0.6958335638046265f,
                                                  0.22606715559959412f, 0.07802452147006989f};
template <>
inline constexpr float exp2_coefficients<5>[6] = {0.9999999403953552f,  0.6931530833244324f,
                                                  0.24015361070632935f, 0.05582631751894951f,
                                                  0.00898933969438076f, 0.0018775766948238015f};
#else
template <>
inline constexpr float exp2_coefficients<3>[4] = {0.9999280571937561f, 0.6932609677314758f,
                                                  0.2426111251115799f, 0.0551716685295105f};
template <>
inline constexpr float exp2_coefficients<5>[6] = {1.0000001192092896f,   0.6931469440460205f,
                                                  0.24022120237350464f,  0.05550713092088699f,
                                                  0.009675540961325169f, 0.0013276472454890609f};
#endif

template <int degree, class D, class V = hn::Vec<D>>
HWY_INLINE V exp2_polynomial(D d, V f) {
  V p = hn::Set(d, exp2_coefficients<degree>[degree]);
  for (int i = degree - 1; i >= 0; --i)
    p = hn::MulAdd(p, f, hn::Set(d, exp2_coefficients<degree>[i]));
  return p;
}

// 2^e for e <= 1, also for -infinity; below 2^-126 it is 0 when subnormal numbers are flushed.
template <int degree, class D, class V = hn::Vec<D>>
HWY_INLINE V exp2(D d, V e) {
#if HWY_TARGET <= HWY_AVX3
  const V fraction{_mm512_reduce_ps(e.raw, _MM_FROUND_TO_NEG_INF)};
  return V{_mm512_scalef_ps(exp2_polynomial<degree>(d, fraction).raw, e.raw)};
#else
  // At -126.25 the polynomial is below 1, so that the result is subnormal.
  e = hn::Max(e, hn::Set(d, -126.25f));
  // Adding 1.5 * 2^23 rounds to nearest and leaves the integer in the low bits.
  const V magic = hn::Set(d, 12582912.0f);
  const V integer = hn::Add(e, magic);
  const V p = exp2_polynomial<degree>(d, hn::Sub(e, hn::Sub(integer, magic)));
  const hn::RebindToSigned<D> di;
  return hn::BitCast(d, hn::Add(hn::BitCast(di, p), hn::ShiftLeft<23>(hn::BitCast(di, integer))));
#endif
}

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SELVAGE_SIMD_EXP2_INL_H_
