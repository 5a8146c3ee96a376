// SPDX-License-Identifier: Apache-2.0
// One pixel's sums over its taps, and its mean.

typedef struct {
  float red, green, blue, weights;
} Sums;

DEVICE Sums no_sums(void) {
  const Sums none = {0.0f, 0.0f, 0.0f, 0.0f};
  return none;
}

DEVICE void add_weighted(Sums* sums, float red, float green, float blue, float weight) {
  sums->red = FMA(weight, red, sums->red);
  sums->green = FMA(weight, green, sums->green);
  sums->blue = FMA(weight, blue, sums->blue);
  sums->weights += weight;
}

// Rounded to nearest: values are not negative.
DEVICE void store(GLOBAL uchar* image, int x, int y, int width, float red, float green, float blue) {
  GLOBAL uchar* p = image + 3 * (y * width + x);
  p[0] = (uchar)(red + 0.5f);
  p[1] = (uchar)(green + 0.5f);
  p[2] = (uchar)(blue + 0.5f);
}

DEVICE void store_mean(GLOBAL uchar* image, int x, int y, int width, Sums s) {
  store(image, x, y, width, s.red / s.weights, s.green / s.weights, s.blue / s.weights);
}

// All items of the group copy, side by side.
DEVICE void copy_table(const GLOBAL float* from, LOCAL float* to, int length) {
  for (int i = LOCAL_Y * GROUP_WIDTH + LOCAL_X; i < length; i += GROUP_WIDTH * GROUP_HEIGHT)
    to[i] = from[i];
}
