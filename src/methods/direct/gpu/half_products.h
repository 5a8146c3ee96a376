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

// The weights' polynomial: 2^(m - 1) / m = C0 + m (C1 + m (C2 + m C3)) for m in [1, 2), in halves.
// A weight is 2^(exponent + TENSOR_BIAS), so that small ones are halves too. The polynomial takes
// exponents plus FIXED_BIAS more, between 32 and 64: 32 + 30 - TENSOR_BIAS, half a cell of the
// fraction and what makes the polynomial unbiased. tensor_error.cpp has the errors.
#define TENSOR_BIAS 15.0f
#define FIXED_BIAS 47.012121f
#define FIXED_LEAST 32.0f
#define POLYNOMIAL_C0 0x3efeu  // 1.748046875
#define POLYNOMIAL_C1 0xbd5du  // -1.3408203125
#define POLYNOMIAL_C2 0x397du  // 0.68603515625
#define POLYNOMIAL_C3 0xae8eu  // -0.1024169921875
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

// Returns two weights by the special-function unit.
DEVICE uint two_weights(float low, float high) { return two_halves(EXP2(low), EXP2(high)); }

// Returns two weights by a polynomial on the pipes of halves. The exponents are at FIXED_LEAST or
// above once clamped, in [32, 64): bits 8 to 22 are those of a half of this exponent whose fraction
// has not been raised to a power of two yet.
DEVICE uint two_weights_by_polynomial(float low, float high) {
  uint t, m, c;
  low = MAX(low, FIXED_LEAST);
  high = MAX(high, FIXED_LEAST);
  asm("prmt.b32 %0, %1, %2, 0x6521;" : "=r"(t) : "r"(AS_UINT(low)), "r"(AS_UINT(high)));
  // (t & 0x03ff) | 0x3c00 of both halves, in one instruction
  asm("lop3.b32 %0, %1, %2, %3, 0xea;"
      : "=r"(m)
      : "r"(t), "r"(TWICE(0x03ffu)), "r"(TWICE(0x3c00u)));
  asm("fma.rn.f16x2 %0, %1, %2, %3;"
      : "=r"(c)
      : "r"(m), "r"(TWICE(POLYNOMIAL_C3)), "r"(TWICE(POLYNOMIAL_C2)));
  asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(c) : "r"(m), "r"(c), "r"(TWICE(POLYNOMIAL_C1)));
  asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(c) : "r"(m), "r"(c), "r"(TWICE(POLYNOMIAL_C0)));
  asm("mul.rn.f16x2 %0, %1, %2;" : "=r"(t) : "r"(t), "r"(c));
  return t;
}
#else
DEVICE uint half_fma(uint a, uint b, uint c) {
  return float_to_half(FMA(half_to_float(a), half_to_float(b), half_to_float(c)));
}

DEVICE uint weight_by_polynomial(float v) {
  const uint t = AS_UINT(MAX(v, FIXED_LEAST)) >> 8 & 0xffffu, m = (t & 0x03ffu) | 0x3c00u;
  uint c = half_fma(m, POLYNOMIAL_C3, POLYNOMIAL_C2);
  c = half_fma(m, c, POLYNOMIAL_C1);
  c = half_fma(m, c, POLYNOMIAL_C0);
  return half_fma(t, c, 0u);
}

#endif
