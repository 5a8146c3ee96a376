// SPDX-License-Identifier: Apache-2.0
// A geometry-guided mean along rows (COLUMNS 0: from the image into scratch) or columns (1: from
// there into the output), for any radius.
//   one item -> one pixel, which walks both ways, as far as no discontinuity lies ahead
// tables: weights of the row (2 r + 1) and of the column, then their sums outwards (r + 1 each):
// row back, row forth, column back, column forth; those back include the centre's. Taps are added
// up in pieces, and those with their rounding errors.

typedef struct {
  float sum[AVERAGED], lost[AVERAGED];
} Walk;

// Kahan's sum: its error does not grow with the count.
DEVICE void add_piece(const float* piece, Walk* walk) {
  UNROLL for (int c = 0; c < AVERAGED; ++c) {
    const float corrected = piece[c] - walk->lost[c];
    const float next = walk->sum[c] + corrected;
    walk->lost[c] = (next - walk->sum[c]) - corrected;
    walk->sum[c] = next;
  }
}

DEVICE void read_tap(const GLOBAL uchar* in, GLOBAL uchar* scratch, const SelvageGeometry* a, int x,
                     int y, float* value) {
#if COLUMNS
  const GLOBAL float* p = mean_at(scratch, a, x, y);
  UNROLL for (int c = 0; c < AVERAGED; ++c) value[c] = p[c * MEAN_PLANE];
#else
  const GLOBAL uchar* p = input_pixel(in, a, x, y);
  UNROLL for (int c = 0; c < AVERAGED; ++c) value[c] = read_sample(p + c * CHANNEL_STEP(a));
#endif
}

// Steps from bit i before the first discontinuity ahead, at most `limit`.
DEVICE int reach_forth(const Bits* bits, int i, int limit) {
  int k = 0;
  while (k < limit) {
    const int at = (i + k) & 31;
    const uint word = word_of(bits, (i + k) / 32) >> at;
    if (word) return MIN_INT(k + COUNT_BITS((word & (0u - word)) - 1u), limit);
    k += 32 - at;
  }
  return limit;
}

DEVICE int reach_back(const Bits* bits, int i, int limit) {
  int k = 0;
  while (k < limit) {
    const int at = (i - 1 - k) & 31;
    const uint word = word_of(bits, (i - 1 - k) / 32) << (31 - at);
    if (word) return MIN_INT(k + COUNT_LEADING_ZEROS(word), limit);
    k += at + 1;
  }
  return limit;
}

// Adds so many taps of one side (1 or -1) of (x, y).
DEVICE void add_side(const GLOBAL uchar* in, const GLOBAL float* weights, GLOBAL uchar* scratch,
                     const SelvageGeometry* a, int x, int y, int side, int reach, Walk* walk) {
  for (int k = 1; k <= reach;) {
    const int end = MIN_INT(k + BLOCK - 1, reach);
    float piece[AVERAGED] = {0.0f};
    for (; k <= end; ++k) {
      float value[AVERAGED];
      read_tap(in, scratch, a, COLUMNS ? x : x + side * k, COLUMNS ? y + side * k : y, value);
      const float weight = weights[side * k];
      UNROLL for (int c = 0; c < AVERAGED; ++c) piece[c] = FMA(weight, value[c], piece[c]);
    }
    add_piece(piece, walk);
  }
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void geometry_taps(GEOMETRY_PARAMETERS) {
  const SelvageGeometry* a = &args;
  const int x = a->x0 + GROUP_X * GROUP_WIDTH + LOCAL_X;
  const int y = a->y0 + GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (x >= a->x1 || y >= a->y1) return;
  const int r = a->radius;
  WAIT_FOR_LAST(scratch);
  in += origin(&a->in);
  const GLOBAL float* weights = tables + r + (COLUMNS ? 2 * r + 1 : 0);
  const GLOBAL float* back = tables + 2 * (2 * r + 1) + (COLUMNS ? 2 * (r + 1) : 0);
  const GLOBAL float* forth = back + r + 1;
#if COLUMNS
  const Bits bits = below_column(scratch, a, &a->down, x);
  const int here = y - a->held_y0, after = a->held_y1 - 1 - y;
#else
  const Bits bits = right_of_row(scratch, a, y);
  const int here = x - a->held_x0, after = a->held_x1 - 1 - x;
#endif
  const int steps_back = reach_back(&bits, here, MIN_INT(r, here));
  const int steps_forth = reach_forth(&bits, here, MIN_INT(r, after));

  Walk walk;
  float value[AVERAGED];
  read_tap(in, scratch, a, x, y, value);
  UNROLL for (int c = 0; c < AVERAGED; ++c) {
    walk.sum[c] = weights[0] * value[c];
    walk.lost[c] = 0.0f;
  }
  add_side(in, weights, scratch, a, x, y, -1, steps_back, &walk);
  add_side(in, weights, scratch, a, x, y, 1, steps_forth, &walk);
  const float total = back[steps_back] + forth[steps_forth];
  float mean[AVERAGED];
  UNROLL for (int c = 0; c < AVERAGED; ++c) mean[c] = walk.sum[c] / total;
#if COLUMNS
  const Bits holes = below_column(scratch, a, &a->holes, x);
  const int hole = word_of(&holes, here / 32) >> (here & 31) & 1u;
  write_pixel(in, out + origin(&a->out), a, x, y, hole, mean);
#else
  GLOBAL float* p = mean_at(scratch, a, x, y);
  UNROLL for (int c = 0; c < AVERAGED; ++c) p[c * MEAN_PLANE] = mean[c];
#endif
}
