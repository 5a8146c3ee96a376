// SPDX-License-Identifier: Apache-2.0
// What all rungs compute: three channels of bytes, each weighted by its own differences.
//   out(p) = sum_q w in(q) / sum_q w;  w = SPACE(q - p) G(in(p) - in(q))           [his eq. 2.8, 2.9]
// Fused multiply-adds are written out, so that every rung rounds alike.
//   SPACE          weights of space in constant memory, (2 SPACE_RADIUS + 1)^2, for every radius
//   RANGE_TABLE    1: weights of range come from the table RANGE in constant memory
//   FIXED_RADIUS   the radius as a constant of the compiler; else it is an argument
//   FIXED_TILING   N of 1 x N likewise
//   TAP_LOOPS      0: left to the compiler, 1: unrolled by 4, 2: a row of the window is unrolled

#define ROOT_2_PI 2.50662827f
#define SPACE_AT(dx, dy) \
  SPACE[((dy) + SPACE_RADIUS) * (2 * SPACE_RADIUS + 1) + (dx) + SPACE_RADIUS]

#ifdef FIXED_RADIUS
#define RADIUS(a) FIXED_RADIUS
#else
#define RADIUS(a) (a).radius
#endif

#if TAP_LOOPS == 1
#define TAPS UNROLL_4
#elif TAP_LOOPS == 2
#define TAPS UNROLL
#else
#define TAPS
#endif

typedef struct {
  int c[3];  // 0..255
} Colour;

typedef struct {
  float sum[3], total[3];
} Sums;

// His equation 2.4, with its factor, which the quotient of the sums cancels.
DEVICE float gaussian(float difference, float sigma) {
  return EXP(-(difference * difference) / (2.0f * sigma * sigma)) / (ROOT_2_PI * sigma);
}

DEVICE float range_weight(int difference, float sigma) {
#if RANGE_TABLE
  return RANGE[ABS_INT(difference)];
#else
  return gaussian((float)difference, sigma);
#endif
}

DEVICE void clear(Sums* s) {
  UNROLL for (int c = 0; c < 3; ++c) {
    s->sum[c] = 0.0f;
    s->total[c] = 0.0f;
  }
}

DEVICE void add_tap(Sums* s, float space, const Colour* centre, const Colour* tap, float sigma) {
  UNROLL for (int c = 0; c < 3; ++c) {
    const float range = range_weight(centre->c[c] - tap->c[c], sigma);
    s->sum[c] = FMA(space * range, (float)tap->c[c], s->sum[c]);
    s->total[c] = FMA(space, range, s->total[c]);
  }
}

DEVICE void write_mean(GLOBAL uchar* out, int width, int x, int y, const Sums* s) {
  UNROLL for (int c = 0; c < 3; ++c)
    out[3 * (y * width + x) + c] = (uchar)(int)(s->sum[c] / s->total[c] + 0.5f);
}

// Three bytes of an image.
DEVICE Colour colour_at(const GLOBAL uchar* image, int width, int x, int y) {
  Colour q;
  UNROLL for (int c = 0; c < 3; ++c) q.c[c] = image[3 * (y * width + x) + c];
  return q;
}

// A pixel in a word of four bytes, the last of which is not used.
DEVICE uint word_of(const Colour* q) {
  return (uint)q->c[0] | (uint)q->c[1] << 8 | (uint)q->c[2] << 16;
}
DEVICE Colour colour_of(uint word) {
  Colour q;
  UNROLL for (int c = 0; c < 3; ++c) q.c[c] = (int)(word >> (8 * c) & 255u);
  return q;
}

// A texel: 0..255 as floats, the fourth channel not used.
DEVICE Colour colour_of_texel(float4 t) {
  Colour q;
  q.c[0] = (int)t.x;
  q.c[1] = (int)t.y;
  q.c[2] = (int)t.z;
  return q;
}
