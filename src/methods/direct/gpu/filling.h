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

// Returns the weight of a tap with this exponent, relative to the heaviest tap, whose exponent is
// *least; and what the sums shrink to if that is now this tap.
DEVICE Real relative_weight(Real exponent, int any, Real* least, Real* shrink) {
  *shrink = (Real)1;
  if (!any || exponent < *least) {
    *shrink = any ? exp2(exponent - *least) : (Real)0;
    *least = exponent;
  }
  return exp2(*least - exponent);
}

DEVICE void write_mean(GLOBAL uchar* p, Real v) {
#if READS <= U16 && WRITES == F32
  *(GLOBAL float*)p = (float)(v / (READS == U8 ? (Real)255 : (Real)65535));  // one rounding
#else
  write_sample(p, (float)v);
#endif
}
