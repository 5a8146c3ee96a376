// SPDX-License-Identifier: Apache-2.0
// Numbers of more precision than a float's: doubles (REAL64), or pairs of floats, whose sum is the
// number, for devices without double precision. Read after dialect.h.
// A pair's error, with u = 2^-24: a sum 3 u^2 and a product 5 u^2 of the result [joldes2017], a
// reciprocal 64 u^2 (methods/local_linear/local_linear.cpp). A pair holds whole numbers up to 2^48.

#if REAL64

typedef double Number;
DEVICE Number number(float v) { return (double)v; }
DEVICE float nearest(Number a) { return (float)a; }
DEVICE int exceeds(Number a, Number b) { return a > b; }
DEVICE Number sum_of(Number a, Number b) { return a + b; }
DEVICE Number difference_of(Number a, Number b) { return a - b; }
DEVICE Number product_of(Number a, Number b) { return a * b; }
DEVICE Number reciprocal_of(Number a) { return 1.0 / a; }
DEVICE Number quotient_of(Number a, Number b) { return a / b; }
DEVICE Number ratio_of(i64 a, i64 b) { return (double)a / (double)b; }
DEVICE Number whole(int i) { return (double)i; }
DEVICE int nearest_whole(Number a) { return (int)rint(a); }  // below 2^31

#else

// The errors of sums and products are recovered from their roundings, so none may be left out.
#ifdef __OPENCL_VERSION__
#pragma OPENCL FP_CONTRACT OFF
#define ROUNDED_SUM(a, b) ((a) + (b))
#define ROUNDED_PRODUCT(a, b) ((a) * (b))
#else
#define ROUNDED_SUM(a, b) __fadd_rn(a, b)
#define ROUNDED_PRODUCT(a, b) __fmul_rn(a, b)
#endif

typedef struct {
  float near, rest;  // near is the float nearest to the number
} Number;

DEVICE Number number(float v) {
  Number n;
  n.near = v;
  n.rest = 0.0f;
  return n;
}
DEVICE float nearest(Number a) { return a.near; }
DEVICE int exceeds(Number a, Number b) {
  return a.near > b.near || (a.near == b.near && a.rest > b.rest);
}

// The exact sum, where |a| >= |b| or a is 0.
DEVICE Number ordered_sum(float a, float b) {
  Number s;
  s.near = ROUNDED_SUM(a, b);
  s.rest = ROUNDED_SUM(b, -ROUNDED_SUM(s.near, -a));
  return s;
}
// The exact sum.
DEVICE Number exact_sum(float a, float b) {
  Number s;
  s.near = ROUNDED_SUM(a, b);
  const float of_b = ROUNDED_SUM(s.near, -a), of_a = ROUNDED_SUM(s.near, -of_b);
  s.rest = ROUNDED_SUM(ROUNDED_SUM(a, -of_a), ROUNDED_SUM(b, -of_b));
  return s;
}
DEVICE Number sum_of(Number a, Number b) {  // [joldes2017, alg. 6]
  const Number near = exact_sum(a.near, b.near), rest = exact_sum(a.rest, b.rest);
  const Number s = ordered_sum(near.near, ROUNDED_SUM(near.rest, rest.near));
  return ordered_sum(s.near, ROUNDED_SUM(s.rest, rest.rest));
}
DEVICE Number difference_of(Number a, Number b) {
  b.near = -b.near;
  b.rest = -b.rest;
  return sum_of(a, b);
}
DEVICE Number product_of(Number a, Number b) {  // [joldes2017, alg. 12]
  const float near = ROUNDED_PRODUCT(a.near, b.near);
  const float rest = FMA(a.near, b.near, -near);
  const float others = FMA(a.near, b.rest, FMA(a.rest, b.near, ROUNDED_PRODUCT(a.rest, b.rest)));
  return ordered_sum(near, ROUNDED_SUM(rest, others));
}
// A step of Newton's from the quotient of floats.
DEVICE Number reciprocal_of(Number a) {
  const float first = 1.0f / a.near;
  const Number left = difference_of(number(1.0f), product_of(a, number(first)));
  return ordered_sum(first, ROUNDED_PRODUCT(first, left.near));
}
DEVICE Number quotient_of(Number a, Number b) { return product_of(a, reciprocal_of(b)); }
// Of whole numbers up to 2^47.
DEVICE Number whole_number(i64 i) {
  const float near = (float)i;
  return ordered_sum(near, (float)(i - (i64)near));
}
DEVICE Number ratio_of(i64 a, i64 b) { return quotient_of(whole_number(a), whole_number(b)); }

#endif
