// SPDX-License-Identifier: Apache-2.0
// The Gaussians of the rungs. Those of rungs 1 to 4 take everything from sigma at every call, as the
// document's do. A compiler would see that a power with the exponent 2 is a product and that the
// variance is the same at every tap, and the ladder would show nothing: so the exponent is an
// argument, and sigma has 0 times the distance added to it.

#define TWO_PI 6.2831853f

// Rungs 1 and 2: exp(-x^2 / 2 sigma^2) / sqrt(2 pi sigma^2), all in full precision.
DEVICE float range_weight(float x, const StaalArguments* a) {
  const float variance = POW(a->sigma_range + a->zero * x, a->two);
  return EXP(-POW(x, a->two) / (2.0f * variance)) / SQRT(TWO_PI * variance);
}

// Rung 1: exp(-(x^2 + y^2) / 2 sigma^2) / (2 pi sigma^2) of two whole numbers.
DEVICE float space_weight(int i, int j, const StaalArguments* a) {
  const float y = (float)j, x = (float)i + a->zero * y;
  const float variance = POW(a->sigma_space + a->zero * y, a->two);
  return EXP(-(POW(x, a->two) + POW(y, a->two)) / (2.0f * variance)) / (TWO_PI * variance);
}

// Rungs 3 and 4: the hardware's exponential, and its power of sigma, which is positive. The
// difference may be negative, and the fast power of that is not a number: it stays in full precision.
DEVICE float range_weight_hardware(float x, const StaalArguments* a) {
  const float variance = FAST_POW(a->sigma_range + a->zero * x, a->two);
  return FAST_EXP(-POW(x, a->two) / (2.0f * variance)) / SQRT(TWO_PI * variance);
}

// From rung 5 on: a product for the power; what depends on sigma alone comes from the host.
DEVICE float range_weight_lean(float x, float variance, float root) {
  return FAST_EXP(-(x * x) / (2.0f * variance)) / root;
}
