// SPDX-License-Identifier: Apache-2.0
// Candidate "stencil", any size: sums of all taps straight from the image.
//   one group   -> GROUP_WIDTH x (GROUP_HEIGHT * ROWS) samples
//   local       -> none
//   one item    -> one sample of ROWS rows, column by column of the stencil. A column's taps slide
//                  through ROWS registers, so that each is loaded once for ROWS rows; blocks of
//                  BLOCK taps are added by Kahan's sum
// For each sample and tap 1 FMA and, from caches, 1 / ROWS of a sample and as much of a weight. The
// buffer holds weights column by column. Bound by issue.

#define PIXELS (GROUP_WIDTH / RESULT)

// Returns channel c at (x, y), which may be OUTSIDE; 0 if it does not count.
DEVICE float fetch(const GLOBAL uchar* in, const GLOBAL uchar* mask, const SelvageLinear* a, int x,
                   int y, int c) {
  if (x == OUTSIDE || y == OUTSIDE) {
    float sample[RESULT];
    return load_outside(a, sample) ? chosen(sample, c) : 0.0f;
  }
#if HOLES || GRAY
  float sample[RESULT];
  return load_pixel(in, mask, a, x, y, sample) ? chosen(sample, c) : 0.0f;
#else
  return read_sample(input_pixel(in, a, x, y) + c * CHANNEL_STEP(a));
#endif
}

#define STEP(K)                                                                            \
  {                                                                                        \
    const int row = MIN_INT(next + (K), last_y);                                           \
    const float w = column[k + (K)];                                                       \
    tap[(ROWS - 1 + (K)) % ROWS] =                                                         \
        fetch(in, mask, a, tx, inside ? row : border_index(row, a->height, a->border), c); \
    UNROLL for (int j = 0; j < ROWS; ++j) sum[j] = FMA(w, tap[(j + (K)) % ROWS], sum[j]);  \
  }

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void stencil_large(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
                   const GLOBAL uchar* RESTRICT between, const GLOBAL float* RESTRICT weights,
                   GLOBAL uchar* RESTRICT out, ARGUMENTS(SelvageLinear, args)) {
  const SelvageLinear* a = &args;
  in += origin(&a->in);
  mask += origin(&a->mask);
  out += origin(&a->out);
  const int x = a->x0 + GROUP_X * PIXELS + LOCAL_X / RESULT, c = LOCAL_X % RESULT;
  const int y = a->y0 + (GROUP_Y * GROUP_HEIGHT + LOCAL_Y) * ROWS;
  if (x >= a->x1 || y >= a->y1) return;
  const int rx = a->radius_x, ry = a->radius_y, height = 2 * ry + 1;
  const int last_y = a->y1 + ry - 1;
  const int inside = y >= ry && MIN_INT(y + ROWS - 1 + ry, last_y) < a->height;

  float total[ROWS], lost[ROWS];
  UNROLL for (int j = 0; j < ROWS; ++j) total[j] = lost[j] = 0.0f;
  NO_UNROLL for (int dx = -rx; dx <= rx; ++dx) {
    const int tx = border_index(x + dx, a->width, a->border);
    const GLOBAL float* column = weights + (dx + rx) * height;
    float tap[ROWS], sum[ROWS];
    int next = y - ry, k = 0;
    UNROLL for (int j = 0; j < ROWS - 1; ++j) {
      const int row = MIN_INT(next + j, last_y);
      tap[j] = fetch(in, mask, a, tx, border_index(row, a->height, a->border), c);
    }
    next += ROWS - 1;
    NO_UNROLL for (int block = 0; block < height; block += BLOCK) {
      const int end = MIN_INT(block + BLOCK, height);
      UNROLL for (int j = 0; j < ROWS; ++j) sum[j] = 0.0f;
      NO_UNROLL for (; k + ROWS <= end; k += ROWS, next += ROWS) {
        UNROLL for (int i = 0; i < ROWS; ++i) STEP(i)
      }
      UNROLL for (int i = 0; i < ROWS - 1; ++i) if (k + i < end) STEP(i)
          UNROLL for (int j = 0; j < ROWS; ++j) add_exactly(sum[j], &total[j], &lost[j]);
    }
  }

  UNROLL for (int j = 0; j < ROWS; ++j) if (y + j < a->y1) {
    int copied = leaves_image(a, x, y + j);
#if HOLES
    float centre[RESULT];
    if (!load_pixel(in, mask, a, x, y + j, centre)) copied = 1;
#endif
    write_result(in, mask, out, a, x, y + j, c, copied, total[j] + a->offset);
  }
}
