// SPDX-License-Identifier: Apache-2.0
// Highway 1.0.3 has no vectors of double for WebAssembly. These are the operations on them that
// Selvage uses, defined as Highway defines those of float. Like its header, highway.h includes this
// one once for each target.
//
// With -mrelaxed-simd, rounded products (MulFixedPoint15) are relaxed instructions: one on x86,
// where the other takes five. Processors differ in the product of -32768 and -32768 alone.
#ifdef __wasm_relaxed_simd__
#include <wasm_simd128.h>

#define wasm_i16x8_q15mulr_sat wasm_i16x8_relaxed_q15mulr
#endif
#include_next <hwy/ops/wasm_128-inl.h>  // IWYU pragma: export
#ifdef __wasm_relaxed_simd__
#undef wasm_i16x8_q15mulr_sat
#endif

#undef HWY_HAVE_FLOAT64
#define HWY_HAVE_FLOAT64 1

HWY_BEFORE_NAMESPACE();
namespace hwy {
namespace HWY_NAMESPACE {

template <size_t N, HWY_IF_LE128(double, N)>
HWY_API Vec128<double, N> Set(Simd<double, N, 0> /* tag */, const double t) {
  return Vec128<double, N>{wasm_f64x2_splat(t)};
}

#define SELVAGE_WASM_BINARY(name, result, instruction)                                   \
  template <size_t N>                                                                    \
  HWY_API result<double, N> name(const Vec128<double, N> a, const Vec128<double, N> b) { \
    return result<double, N>{instruction(a.raw, b.raw)};                                 \
  }
SELVAGE_WASM_BINARY(operator+, Vec128, wasm_f64x2_add)
SELVAGE_WASM_BINARY(operator-, Vec128, wasm_f64x2_sub)
SELVAGE_WASM_BINARY(operator*, Vec128, wasm_f64x2_mul)
SELVAGE_WASM_BINARY(operator/, Vec128, wasm_f64x2_div)
SELVAGE_WASM_BINARY(operator==, Mask128, wasm_f64x2_eq)
SELVAGE_WASM_BINARY(operator!=, Mask128, wasm_f64x2_ne)
SELVAGE_WASM_BINARY(operator<, Mask128, wasm_f64x2_lt)
SELVAGE_WASM_BINARY(operator<=, Mask128, wasm_f64x2_le)
SELVAGE_WASM_BINARY(operator>, Mask128, wasm_f64x2_gt)
SELVAGE_WASM_BINARY(operator>=, Mask128, wasm_f64x2_ge)
#undef SELVAGE_WASM_BINARY

// With the operands swapped, as for float: the second one if either is NaN.
template <size_t N>
HWY_API Vec128<double, N> Min(Vec128<double, N> a, Vec128<double, N> b) {
  return Vec128<double, N>{wasm_f64x2_pmin(b.raw, a.raw)};
}
template <size_t N>
HWY_API Vec128<double, N> Max(Vec128<double, N> a, Vec128<double, N> b) {
  return Vec128<double, N>{wasm_f64x2_pmax(b.raw, a.raw)};
}

#define SELVAGE_WASM_UNARY(name, instruction)                 \
  template <size_t N>                                         \
  HWY_API Vec128<double, N> name(const Vec128<double, N> v) { \
    return Vec128<double, N>{instruction(v.raw)};             \
  }
SELVAGE_WASM_UNARY(Abs, wasm_f64x2_abs)
SELVAGE_WASM_UNARY(Sqrt, wasm_f64x2_sqrt)
SELVAGE_WASM_UNARY(Round, wasm_f64x2_nearest)
SELVAGE_WASM_UNARY(Floor, wasm_f64x2_floor)
#undef SELVAGE_WASM_UNARY

template <size_t N>
HWY_API Vec128<double, N> MulAdd(const Vec128<double, N> mul, const Vec128<double, N> x,
                                 const Vec128<double, N> add) {
  return mul * x + add;
}
template <size_t N>
HWY_API Vec128<double, N> NegMulAdd(const Vec128<double, N> mul, const Vec128<double, N> x,
                                    const Vec128<double, N> add) {
  return add - mul * x;
}
template <size_t N>
HWY_API Vec128<double, N> MulSub(const Vec128<double, N> mul, const Vec128<double, N> x,
                                 const Vec128<double, N> sub) {
  return mul * x - sub;
}

template <size_t N, HWY_IF_LE128(double, N)>
HWY_API Vec128<double, N> PromoteTo(Simd<double, N, 0> /* tag */, const Vec128<float, N> v) {
  return Vec128<double, N>{wasm_f64x2_promote_low_f32x4(v.raw)};
}
template <size_t N, HWY_IF_LE128(float, N)>
HWY_API Vec128<float, N> DemoteTo(Simd<float, N, 0> /* tag */, const Vec128<double, N> v) {
  return Vec128<float, N>{wasm_f32x4_demote_f64x2_zero(v.raw)};
}

template <size_t N, HWY_IF_LE128(double, N)>
HWY_API Vec128<double, N> ConvertTo(Simd<double, N, 0> /* tag */, const Vec128<int64_t, N> v) {
  return Vec128<double, N>{wasm_f64x2_make(static_cast<double>(wasm_i64x2_extract_lane(v.raw, 0)),
                                           static_cast<double>(wasm_i64x2_extract_lane(v.raw, 1)))};
}

}  // namespace HWY_NAMESPACE
}  // namespace hwy
HWY_AFTER_NAMESPACE();
