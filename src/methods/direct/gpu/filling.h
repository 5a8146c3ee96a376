// SPDX-License-Identifier: Apache-2.0
// Sums of the taps that fill an invalid pixel. Read after samples.h.
// Real is double if the device has it: a filled pixel takes part in the next iteration unless it
// equals the invalid value, so the last bit may count, and exponents of a guide are large.

#if REAL64
typedef double Real;
#else
typedef float Real;
#endif

// Kahan's sum: its error does not grow with the count.
DEVICE void add_to(Real term, Real* sum, Real* lost) {
  const Real corrected = term - *lost;
  const Real next = *sum + corrected;
  *lost = (next - *sum) - corrected;
  *sum = next;
}

DEVICE void write_mean(GLOBAL uchar* p, Real v) {
#if READS <= U16 && WRITES == F32
  *(GLOBAL float*)p = (float)(v / (READS == U8 ? (Real)255 : (Real)65535));  // one rounding
#else
  write_sample(p, (float)v);
#endif
}
