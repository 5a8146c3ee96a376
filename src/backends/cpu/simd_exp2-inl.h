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
// precision with or without fused multiply-adds: degree 3 7.5e-5, degree 4 2.8e-6, degree 5 2.4e-7
// (simd_exp2_test.cpp); the planner's bound relies on them.
template <int degree>
inline constexpr float exp2_coefficients[degree + 1] = {};
#if HWY_TARGET <= HWY_AVX3
template <>
inline constexpr float exp2_coefficients<3>[4] = {0.9999251961708069f, 0.6958335638046265f,
                                                  0.22606715559959412f, 0.07802452147006989f};
template <>
inline constexpr float exp2_coefficients<4>[5] = {1.0000026226043701f, 0.6930038332939148f,
                                                  0.2414427548646927f, 0.052011460065841675f,
                                                  0.013534167781472206f};
template <>
inline constexpr float exp2_coefficients<5>[6] = {0.9999999403953552f,  0.6931530833244324f,
                                                  0.24015361070632935f, 0.05582631751894951f,
                                                  0.00898933969438076f, 0.0018775766948238015f};
#else
template <>
inline constexpr float exp2_coefficients<3>[4] = {0.9999280571937561f, 0.6932609677314758f,
                                                  0.2426111251115799f, 0.0551716685295105f};
template <>
inline constexpr float exp2_coefficients<4>[5] = {0.9999992847442627f, 0.6931217908859253f,
                                                  0.240247443318367f, 0.05591785907745361f,
                                                  0.009570102207362652f};
template <>
inline constexpr float exp2_coefficients<5>[6] = {1.0000001192092896f,   0.6931469440460205f,
                                                  0.24022120237350464f,  0.05550713092088699f,
                                                  0.009675540961325169f, 0.0013276472454890609f};
#endif

// Without scalef. There the polynomial is below 1, so the result is subnormal.
inline constexpr float least_exponent = -126.25f;

// The polynomial of the fractions, times 2^e's integer part: of `e` itself with scalef, else of the
// low bits of `integer`.
template <int degree, std::size_t count, class D, class V>
HWY_INLINE void power(D d, const V (&fraction)[count], const V (&integer)[count], V (&e)[count]) {
  V p[count];
  for (std::size_t i = 0; i < count; ++i) p[i] = hn::Set(d, exp2_coefficients<degree>[degree]);
  for (int k = degree - 1; k >= 0; --k)
    for (std::size_t i = 0; i < count; ++i)
      p[i] = hn::MulAdd(p[i], fraction[i], hn::Set(d, exp2_coefficients<degree>[k]));
  for (std::size_t i = 0; i < count; ++i) {
#if HWY_TARGET <= HWY_AVX3
    e[i] = V{_mm512_scalef_ps(p[i].raw, integer[i].raw)};
#else
    const hn::RebindToSigned<D> di;
    e[i] = hn::BitCast(
        d, hn::Add(hn::BitCast(di, p[i]), hn::ShiftLeft<23>(hn::BitCast(di, integer[i]))));
#endif
  }
}

// e[i] becomes 2^e[i], for e <= 1, also for -infinity; below 2^-126 it is 0 when subnormal numbers
// are flushed. Processes several vectors at a time, stage by stage, so that each instruction's
// operands are ready: one vector after another would fill the processor's scheduler with waiting
// instructions.
template <int degree, std::size_t count, class D, class V = hn::Vec<D>>
HWY_INLINE void exp2_of(D d, V (&e)[count]) {
  V fraction[count];
#if HWY_TARGET <= HWY_AVX3
  for (std::size_t i = 0; i < count; ++i)
    fraction[i] = V{_mm512_reduce_ps(e[i].raw, _MM_FROUND_TO_NEG_INF)};
  power<degree>(d, fraction, e, e);
#else
  for (std::size_t i = 0; i < count; ++i) e[i] = hn::Max(e[i], hn::Set(d, least_exponent));
  // Adding 1.5 * 2^23 rounds to nearest and leaves the integer in the low bits.
  const V magic = hn::Set(d, 12582912.0f);
  V integer[count];
  for (std::size_t i = 0; i < count; ++i) integer[i] = hn::Add(e[i], magic);
  for (std::size_t i = 0; i < count; ++i) fraction[i] = hn::Sub(integer[i], magic);
  for (std::size_t i = 0; i < count; ++i) fraction[i] = hn::Sub(e[i], fraction[i]);
  power<degree>(d, fraction, integer, e);
#endif
}

#if HWY_TARGET > HWY_AVX3
// e[i] becomes 2^(exponent_scale e[i]). The factor costs nothing where additions split off the
// integer part, because they become fused ones. `least` is least_exponent / exponent_scale.
template <int degree, std::size_t count, class D, class V = hn::Vec<D>>
HWY_INLINE void exp2_times(D d, V exponent_scale, V least, V (&e)[count]) {
  V fraction[count], integer[count];
  const V magic = hn::Set(d, 12582912.0f);
  for (std::size_t i = 0; i < count; ++i) e[i] = hn::Max(e[i], least);
  for (std::size_t i = 0; i < count; ++i) integer[i] = hn::MulAdd(e[i], exponent_scale, magic);
  for (std::size_t i = 0; i < count; ++i) fraction[i] = hn::Sub(integer[i], magic);
  for (std::size_t i = 0; i < count; ++i)
    fraction[i] = hn::MulSub(e[i], exponent_scale, fraction[i]);
  power<degree>(d, fraction, integer, e);
}
#endif

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SELVAGE_SIMD_EXP2_INL_H_
