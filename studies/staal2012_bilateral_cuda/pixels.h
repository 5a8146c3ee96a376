// SPDX-License-Identifier: Apache-2.0
// Where pixels, taps and the map's weights lie, and how a pixel of three samples is read.

// Outside the image: ..dcb|abcd|cba.., for at most one image's size beyond it.
DEVICE int mirror(int i, int size) {
  if (i < 0) i = -i;
  if (i > size - 1) i = 2 * (size - 1) - i;
  return i;
}

DEVICE int tap_index(const StaalArguments* a, int x, int y) {
  return mirror(y, a->height) * a->width + mirror(x, a->width);
}

// Of the weight of the tap (i, j) away, -radius .. radius each.
DEVICE int map_index(const StaalArguments* a, int i, int j) {
  return (j + a->radius) * (2 * a->radius + 1) + i + a->radius;
}

DEVICE void load_pixel(const GLOBAL float* image, int index, float* pixel) {
  UNROLL
  for (int c = 0; c < 3; ++c) pixel[c] = image[3 * index + c];
}

// A texture has texels of 1, 2 or 4 samples: three fetches.
DEVICE void fetch_pixel(TEXTURE_1D image, int index, float* pixel) {
  UNROLL
  for (int c = 0; c < 3; ++c) pixel[c] = TEXEL_1D(image, 3 * index + c);
}
