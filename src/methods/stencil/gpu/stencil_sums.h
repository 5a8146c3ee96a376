// SPDX-License-Identifier: Apache-2.0
// Candidate "stencil", to 15 x 15: sums of all taps, for row_streaming.cl and blocked_tile.cl. A
// row's window is added, with each row of the kernel, to the sums of 2 RADIUS_Y + 1 rows of the
// result, which move up one place in registers. Beyond 5 x 5 a row is summed by itself first, so
// that a term goes through as many roundings as the kernel has rows and columns, not taps.
// By row streaming, f32, one channel, 3 x 3, for each sample: 8 bytes of device memory, 4 words of
// local memory, 9.1 FMA, some 30 instructions: bound by memory.

#define STENCIL_WIDTH (2 * RADIUS_X + 1)
#define BY_ROWS (RADIUS_X > 2 || RADIUS_Y > 2)  // a row is summed by itself

// Adds the taps of row `i` of the stencil to the sums `from`, or starts with them.
DEVICE void add_row(const SelvageLinear* a, int i, const float* tap, int begins, const float* from,
                    float* to) {
  UNROLL for (int p = 0; p < UNIT; ++p) {
    const int alone = begins || BY_ROWS;
    float sum = alone ? 0.0f : from[p];
    UNROLL for (int k = 0; k < STENCIL_WIDTH; ++k) {
      const float w = a->weights[i * STENCIL_WIDTH + k], s = tap[TAP(p, k)];
      sum = alone && k == 0 ? w * s : FMA(w, s, sum);
    }
    to[p] = BY_ROWS && !begins ? from[p] + sum : sum;
  }
}

#define SUMS_KEPT (2 * RADIUS_Y + 1)  // rows of sums in registers

// Adds a row's window to all sums that contain it. `v` becomes complete.
DEVICE void sum_row(const SelvageLinear* a, const float* tap, float (*sums)[UNIT], float* v) {
  add_row(a, 2 * RADIUS_Y, tap, RADIUS_Y == 0, sums[0], v);
  UNROLL for (int j = 0; j < 2 * RADIUS_Y; ++j)
    add_row(a, 2 * RADIUS_Y - 1 - j, tap, j == 2 * RADIUS_Y - 1, sums[j + 1], sums[j]);
}

#if MENDS_AFTERWARDS
DEVICE float with_holes(const GLOBAL uchar* in, const GLOBAL float* weights, const SelvageLinear* a,
                        int x, int y, int c) {
  float sum = 0.0f, total = 0.0f;
  NO_UNROLL for (int dy = 0; dy <= 2 * RADIUS_Y; ++dy) {
    NO_UNROLL for (int dx = 0; dx <= 2 * RADIUS_X; ++dx) {
      const float w = weights[dx * (2 * RADIUS_Y + 1) + dy];
      float v;
      tap_at(in, a, x + dx - RADIUS_X, y + dy - RADIUS_Y, c, &v);
      sum = dx == 0 && (dy == 0 || BY_ROWS) ? w * v : FMA(w, v, sum);
    }
    total = BY_ROWS && dy > 0 ? total + sum : sum;
  }
  return total + a->offset;
}
#endif
