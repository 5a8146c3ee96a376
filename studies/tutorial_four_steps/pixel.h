// SPDX-License-Identifier: Apache-2.0
// What the steps have in common: pixels of three bytes, and the sums over the disc.

typedef struct {
  int red, green, blue;
} Pixel;

typedef struct {
  float red, green, blue, weights;
} Sums;

// Coordinates beyond the edge are those of the edge.
DEVICE int clamped(int at, int size) {
  return MIN_INT(MAX_INT(at, 0), size - 1);
}

DEVICE Pixel pixel_at(const GLOBAL uchar* image, int x, int y, int width) {
  const int at = 3 * (y * width + x);
  const Pixel pixel = {image[at], image[at + 1], image[at + 2]};
  return pixel;
}

DEVICE int distance_of(Pixel a, Pixel b) {
  return ABS_INT(a.red - b.red) + ABS_INT(a.green - b.green) + ABS_INT(a.blue - b.blue);
}

DEVICE void add_tap(Sums* sums, Pixel tap, float weight) {
  sums->red += (float)tap.red * weight;
  sums->green += (float)tap.green * weight;
  sums->blue += (float)tap.blue * weight;
  sums->weights += weight;
}

// Rounded to nearest: values are not negative.
DEVICE void store_mean(GLOBAL uchar* image, int x, int y, int width, Sums sums) {
  const int at = 3 * (y * width + x);
  image[at] = (uchar)(sums.red / sums.weights + 0.5f);
  image[at + 1] = (uchar)(sums.green / sums.weights + 0.5f);
  image[at + 2] = (uchar)(sums.blue / sums.weights + 0.5f);
}

// All items of the group copy, side by side.
DEVICE void copy_table(const GLOBAL float* from, LOCAL float* to, int length) {
  for (int i = LOCAL_Y * GROUP_WIDTH + LOCAL_X; i < length; i += GROUP_WIDTH * GROUP_HEIGHT)
    to[i] = from[i];
}

DEVICE Pixel pixel_in_tile(const LOCAL uchar* tile, int x, int y, int width) {
  const int at = 3 * (y * width + x);
  const Pixel pixel = {tile[at], tile[at + 1], tile[at + 2]};
  return pixel;
}
