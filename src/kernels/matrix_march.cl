// SPDX-License-Identifier: Apache-2.0
// Candidate "matrix", to 5 x 5, images of one type whose rows are whole units: sums of all taps in
// one pass over the image, marching (march.h).
//   one group   -> SAMPLES x (GROUP_HEIGHT * rows) samples
//   local       -> [SAMPLES + 2 REACH UNIT] ints, for groups at the image's sides
//   one item    -> UNIT samples beside one another, `rows` rows marching down. A row's window is
//                  added, with each of the matrix's rows, to the sums of 2 RADIUS_Y + 1 rows of the
//                  result, which move one place up in registers
// f32, one channel, 3 x 3, 128 rows, for each sample: 8 bytes of device memory, 3 reads by the nearest
// cache, 9.1 FMA, some 16 instructions: bound by memory.

#define MATRIX_WIDTH (2 * RADIUS_X + 1)

// Adds the taps of row `i` of the matrix to the sums `from`, or begins with them.
DEVICE void add_row(const SelvageStrip* a, int i, const float* tap, int begins, const float* from,
                    float* to) {
  UNROLL for (int p = 0; p < UNIT; ++p) {
    float sum = begins ? 0.0f : from[p];
    UNROLL for (int k = 0; k < MATRIX_WIDTH; ++k) {
      const float w = a->row[i * MATRIX_WIDTH + k], s = tap[TAP(p, k)];
      sum = begins && k == 0 ? w * s : FMA(w, s, sum);
    }
    to[p] = sum;
  }
}

#if HOLES
DEVICE float with_holes(const GLOBAL uchar* in, const GLOBAL float* weights, const SelvageStrip* a,
                        int x, int y, int c) {
  float sum = 0.0f;
  NO_UNROLL for (int dy = 0; dy <= 2 * RADIUS_Y; ++dy)
    NO_UNROLL for (int dx = 0; dx <= 2 * RADIUS_X; ++dx) {
      const float w = weights[dx * (2 * RADIUS_Y + 1) + dy];
      float v;
      tap_at(in, a, x + dx - RADIUS_X, y + dy - RADIUS_Y, c, &v);
      sum = dx + dy == 0 ? w * v : FMA(w, v, sum);
    }
  return sum + a->offset;
}
#endif

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void matrix_march(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
                  const GLOBAL uchar* RESTRICT between, const GLOBAL float* RESTRICT weights,
                  GLOBAL uchar* RESTRICT out, ARGUMENTS(SelvageStrip, args) LOCAL_PARAM(int, table)) {
  LOCAL_BODY(int, table)
  const SelvageStrip* a = &args;
  in += origin(&a->in);
  out += origin(&a->out);
  const March m = march_of(a, table);
  const int first = a->y0 + (GROUP_Y * GROUP_HEIGHT + LOCAL_Y) * a->rows;
  const int end = MIN_INT(first + a->rows, a->y1);
  if (first >= end || m.sample >= a->x1 * RESULT) return;

  int row[STEP];
  Raw raw[STEP][VECTORS];
  UNROLL for (int i = 0; i < STEP; ++i)
    row[i] = begin_row(in, a, &m, first - RADIUS_Y + i, raw[i]);
  float sums[2 * RADIUS_Y + 1][UNIT] = {{0.0f}};
  NO_UNROLL for (int above = first - 2 * RADIUS_Y; above < end; above += STEP)
  UNROLL for (int i = 0; i < STEP; ++i) {
    const int y = above + i;
    float tap[TAPS], v[UNIT];
    end_row(in, a, &m, row[i], raw[i], tap);
    row[i] = begin_row(in, a, &m, y + RADIUS_Y + STEP, raw[i]);
    add_row(a, 2 * RADIUS_Y, tap, RADIUS_Y == 0, sums[0], v);
    UNROLL for (int j = 0; j < 2 * RADIUS_Y; ++j)
      add_row(a, 2 * RADIUS_Y - 1 - j, tap, j == 2 * RADIUS_Y - 1, sums[j + 1], sums[j]);
    if (y >= first && y < end) write_row(in, weights, out, a, &m, y, v);
  }
}
