// SPDX-License-Identifier: Apache-2.0
// The Gaussians of the rungs. Those of rungs 1 to 4 take everything from sigma at every call, as the
// document's do. The document's exponent is the literal 2: a compiler may make a product of such a
// power, and compute the variance once. AS_LISTED leaves that to it. Otherwise the exponent is an
// argument, and 0 times the distance is added to sigma, so that every power stays a power.
#ifdef AS_LISTED
#define SQUARE(power, x, a) power(x, 2.0f)
#define AT_EVERY_CALL(sigma, x, a) (sigma)
#else
#define SQUARE(power, x, a) power(x, (a)->two)
#define AT_EVERY_CALL(sigma, x, a) ((sigma) + (a)->zero * (x))
#endif

#define TWO_PI 6.2831853f

// Rungs 1 and 2: exp(-x^2 / 2 sigma^2) / sqrt(2 pi sigma^2), all in full precision.
DEVICE float range_weight(float x, const StaalArguments* a) {
  const float variance = SQUARE(POW, AT_EVERY_CALL(a->sigma_range, x, a), a);
  return EXP(-SQUARE(POW, x, a) / (2.0f * variance)) / SQRT(TWO_PI * variance);
}

// Rung 1: exp(-(x^2 + y^2) / 2 sigma^2) / (2 pi sigma^2) of two whole numbers.
DEVICE float space_weight(int i, int j, const StaalArguments* a) {
  const float y = (float)j, x = AT_EVERY_CALL((float)i, y, a);
  const float variance = SQUARE(POW, AT_EVERY_CALL(a->sigma_space, y, a), a);
  return EXP(-(SQUARE(POW, x, a) + SQUARE(POW, y, a)) / (2.0f * variance)) / (TWO_PI * variance);
}

// Rungs 3 and 4: the hardware's exponential, and its power of sigma, which is positive. The
// difference may be negative, and the fast power of that is not a number: it stays in full precision.
DEVICE float range_weight_hardware(float x, const StaalArguments* a) {
  const float variance = SQUARE(FAST_POW, AT_EVERY_CALL(a->sigma_range, x, a), a);
  return FAST_EXP(-SQUARE(POW, x, a) / (2.0f * variance)) / SQRT(TWO_PI * variance);
}

// From rung 5 on: a product for the power; what depends on sigma alone comes from the host.
DEVICE float range_weight_lean(float x, float variance, float root) {
  return FAST_EXP(-(x * x) / (2.0f * variance)) / root;
}
