// SPDX-License-Identifier: Apache-2.0
// Warp-wide products of matrices of halves, D = A B + C with sums in single precision, the loads
// that bring B into registers, and weights as halves. A has 16 rows; B has 8 columns. Item 4 g + t
// holds, as in PTX's mma.m16n8k16 (PTX ISA, "Matrix fragments"), words of two halves:
//   a[i]     A's row g + 8 (i % 2), columns 2 t + 8 (i / 2) and the next
//   b[i]     B's column g, rows 2 t + 8 i and the next
//   c[i]     C's, and D's, row g + 8 (i / 2), column 2 t + i % 2
// A product of 8 columns of A and 8 rows of B takes a[0], a[1] and b[0]. Read after mma.h, which
// defines what a warp is. Without BYTE_PRODUCTS there is only a weight by the polynomial.

// Returns two halves: `low` in the lower 16 bits.
DEVICE uint two_halves(float low, float high) {
#if BYTE_PRODUCTS
  uint both;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(high), "f"(low));
  return both;
#else
  return float_to_half(low) | float_to_half(high) << 16;
#endif
}
DEVICE float low_half(uint both) { return half_to_float(both & 0xffffu); }
DEVICE float high_half(uint both) { return half_to_float(both >> 16); }

// A weight is 2^(exponent + SPECIAL_BIAS) by the special-function unit, so that small ones are
// halves too. The polynomial takes an exponent plus POLYNOMIAL_BIAS, between 32 and 64, as t: the
// half of that exponent, 2^n, whose fraction has not been raised to a power of two yet, m 2^n with
// m in [1, 2). A weight is
//   m 2^n m / 2 + (1 + 11/1024) 2^n = 1.5086 2^(n + m - 1) (1 + e),  |e| < 2.46e-3,
// whose terms are bits of t beside constants: nearly a parabola that doubles from m = 1 to 2 as the
// power does. tensor_error.cpp has the errors.
#define SPECIAL_BIAS 15.0f
#define POLYNOMIAL_BIAS 61.5f
#define FIXED_LEAST 32.0f
#define FRACTION_BITS 0x03ffu
#define EXPONENT_BITS 0x7c00u
#define HALF_OF_M 0x3800u  // the exponent of m / 2
#define PARABOLA_C0 0x000bu
#define TWICE(half) ((half) | (half) << 16)

#if BYTE_PRODUCTS
DEVICE void product16(const uint* a, const uint* b, const float* c, float* d) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
      : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(c[0]), "f"(c[1]),
        "f"(c[2]), "f"(c[3]));
}

DEVICE void product8(const uint* a, uint b, const float* c, float* d) {
  asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 "
      "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
      : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(b), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
}

// Reads four matrices of 8x8 halves. Item 8 i + j gives the place of matrix i's row j, as an offset
// [words] from `base`. words[i]: matrix i's row g, halves 2 t and 2 t + 1.
DEVICE void read_rows4(LocalAddress base, int offset, uint* words) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
               : "r"(WORDS_ON(base, offset)));
}

// Reads two matrices; items 0 to 15 give the places. words[i]: matrix i's row g, halves 2 t and
// 2 t + 1.
DEVICE void read_rows2(LocalAddress base, int offset, uint* words) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
               : "=r"(words[0]), "=r"(words[1])
               : "r"(WORDS_ON(base, offset)));
}

// The same, transposed: words[i] has matrix i's column g, rows 2 t and 2 t + 1.
DEVICE void read_columns2(LocalAddress base, int offset, uint* words) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
               : "=r"(words[0]), "=r"(words[1])
               : "r"(WORDS_ON(base, offset)));
}

// Returns two weights by a polynomial on the pipes of halves. The exponents are at FIXED_LEAST or
// above once clamped, in [32, 64): bits 8 to 22 are those of a half of this exponent whose fraction
// has not been raised to a power of two yet.
DEVICE uint two_weights_by_polynomial(float low, float high) {
  uint t, m, c;
  low = MAX(low, FIXED_LEAST);
  high = MAX(high, FIXED_LEAST);
  asm("prmt.b32 %0, %1, %2, 0x6521;" : "=r"(t) : "r"(AS_UINT(low)), "r"(AS_UINT(high)));
  // (t & bits) | constant of both halves, in one instruction each
  asm("lop3.b32 %0, %1, %2, %3, 0xea;"
      : "=r"(m)
      : "r"(t), "r"(TWICE(FRACTION_BITS)), "r"(TWICE(HALF_OF_M)));
  asm("lop3.b32 %0, %1, %2, %3, 0xea;"
      : "=r"(c)
      : "r"(t), "r"(TWICE(EXPONENT_BITS)), "r"(TWICE(PARABOLA_C0)));
  // Where n is the least, both terms count as 0, so that a penalty leaves nothing.
  asm("fma.rn.ftz.f16x2 %0, %1, %2, %3;" : "=r"(t) : "r"(t), "r"(m), "r"(c));
  return t;
}

// Returns the weights of two exponents, which include the bias of their kind.
DEVICE uint two_weights(float low, float high, int special) {
  return special ? two_halves(EXP2(low), EXP2(high)) : two_weights_by_polynomial(low, high);
}
#else
DEVICE uint weight_by_polynomial(float v) {
  const uint t = AS_UINT(MAX(v, FIXED_LEAST)) >> 8 & 0xffffu;
  if (t <= FRACTION_BITS) return 0u;
  return float_to_half(FMA(half_to_float(t), half_to_float((t & FRACTION_BITS) | HALF_OF_M),
                           half_to_float((t & EXPONENT_BITS) | PARABOLA_C0)));
}
#endif
