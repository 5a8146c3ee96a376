// SPDX-License-Identifier: Apache-2.0
// A pixel of three bytes, and four in a word.

typedef struct {
  int red, green, blue;
} Bytes;

// Coordinates beyond the edge are those of the edge.
DEVICE int clamped(int at, int size) {
  return MIN_INT(MAX_INT(at, 0), size - 1);
}

DEVICE Bytes rgb_at(const GLOBAL uchar* image, int x, int y, int width) {
  const GLOBAL uchar* p = image + 3 * (y * width + x);
  const Bytes pixel = {p[0], p[1], p[2]};
  return pixel;
}

DEVICE int distance_of(Bytes a, Bytes b) {
  return ABS_INT(a.red - b.red) + ABS_INT(a.green - b.green) + ABS_INT(a.blue - b.blue);
}

DEVICE uint packed(Bytes pixel) {
  return (uint)pixel.red | (uint)pixel.green << 8 | (uint)pixel.blue << 16;
}

DEVICE Bytes unpacked(uint word) {
  const Bytes pixel = {(int)(word & 255u), (int)(word >> 8 & 255u), (int)(word >> 16 & 255u)};
  return pixel;
}

// The distance of two words, as a number of which only the low bits matter: 2^23 + distance, whose
// bits are 0x4b000000 + distance, for 2^23 is where a float's last bit counts one.
#define TWO_TO_23 8388608.0f
DEVICE float raised_distance(uint a, uint b) {
#if BYTE_SIMD
  return AS_FLOAT(byte_distance(a, b, 0x4b000000u));
#else  // no such instruction: as long as before
  return AS_FLOAT(0x4b000000u + (uint)distance_of(unpacked(a), unpacked(b)));
#endif
}
