// SPDX-License-Identifier: Apache-2.0
// A geometry-guided mean along rows (COLUMNS 0: from the image to scratch) or columns (1: from
// scratch to the output), for any radius.
//   one item -> one pixel, whose taps are added outwards on both sides up to a discontinuity
// tables: weights of the row (2 r + 1) and of the column, then their sums outwards (r + 1 each):
// row back, row forth, column back, column forth; sums back include the centre's. Taps are summed
// in blocks, and the blocks by Kahan's sum.

typedef struct {
  float sum[AVERAGED], lost[AVERAGED];
} KahanSums;

// Kahan's sum: its error does not grow with the count.
DEVICE void add_block(const float* block, KahanSums* sums) {
  UNROLL for (int c = 0; c < AVERAGED; ++c) {
    const float corrected = block[c] - sums->lost[c];
    const float next = sums->sum[c] + corrected;
    sums->lost[c] = (next - sums->sum[c]) - corrected;
    sums->sum[c] = next;
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

// Pixels from bit i to the first discontinuity ahead, at most `limit`.
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

// Adds `reach` taps on one side (1 or -1) of (x, y).
DEVICE void add_side(const GLOBAL uchar* in, const GLOBAL float* weights, GLOBAL uchar* scratch,
                     const SelvageGeometry* a, int x, int y, int side, int reach, KahanSums* sums) {
  for (int k = 1; k <= reach;) {
    const int end = MIN_INT(k + BLOCK - 1, reach);
    float block[AVERAGED] = {0.0f};
    for (; k <= end; ++k) {
      float value[AVERAGED];
      read_tap(in, scratch, a, COLUMNS ? x : x + side * k, COLUMNS ? y + side * k : y, value);
      const float weight = weights[side * k];
      UNROLL for (int c = 0; c < AVERAGED; ++c) block[c] = FMA(weight, value[c], block[c]);
    }
    add_block(block, sums);
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

  KahanSums sums;
  float value[AVERAGED];
  read_tap(in, scratch, a, x, y, value);
  UNROLL for (int c = 0; c < AVERAGED; ++c) {
    sums.sum[c] = weights[0] * value[c];
    sums.lost[c] = 0.0f;
  }
  add_side(in, weights, scratch, a, x, y, -1, steps_back, &sums);
  add_side(in, weights, scratch, a, x, y, 1, steps_forth, &sums);
  const float total = back[steps_back] + forth[steps_forth];
  float mean[AVERAGED];
  UNROLL for (int c = 0; c < AVERAGED; ++c) mean[c] = sums.sum[c] / total;
#if COLUMNS
  const Bits holes = below_column(scratch, a, &a->holes, x);
  const int hole = word_of(&holes, here / 32) >> (here & 31) & 1u;
  write_pixel(in, out + origin(&a->out), a, x, y, hole, mean);
#else
  GLOBAL float* p = mean_at(scratch, a, x, y);
  UNROLL for (int c = 0; c < AVERAGED; ++c) p[c * MEAN_PLANE] = mean[c];
#endif
}
