// SPDX-License-Identifier: Apache-2.0
// Candidate "separable", any radius, second launch: sums along columns of the sums along rows.
//   one group   -> SAMPLES x (GROUP_HEIGHT * ROWS) samples
//   local       -> none
//   one item    -> four neighbouring samples of ROWS rows. A column's taps slide through ROWS
//                  vectors, so that each is loaded once for ROWS rows; blocks of BLOCK taps are
//                  added by Kahan's sum
// For each sample and tap 1 FMA, and a quarter of four bytes from caches. Bound by issue.
// In a mean, a window with a hole has the sum NaN. Exactly these pixels are computed again.

#define SAMPLES (4 * GROUP_WIDTH)

// Returns the sums of row y, from the first computed sample on.
DEVICE const GLOBAL float* row_of(const GLOBAL uchar* between, const SelvageLinear* a, int y) {
  return (const GLOBAL float*)(between + (i64)(y - a->first_row) * a->between.row);
}

// Returns the sums of row y at `sample`.
DEVICE float4 fetch(const GLOBAL uchar* between, const SelvageLinear* a, int sample, int y) {
  const int row = border_index(MIN_INT(y, a->y1 + a->radius_y - 1), a->height, a->border);
  const float outside = a->outside_row, alpha = a->outside_alpha_row;
  if (row == OUTSIDE && WEIGHS)  // two pixels of two samples, or one of four
    return vector_of(outside, RESULT == 2 ? alpha : outside, outside, alpha);
  if (row == OUTSIDE) return vector_of(outside, outside, outside, outside);
  return *(const GLOBAL float4*)(row_of(between, a, row) + sample);
}

typedef struct {
  float sum[4], total[4], lost[4];
} Sums;

DEVICE void add_tap(float w, float4 v, Sums* s) {
  s->sum[0] = FMA(w, v.x, s->sum[0]);
  s->sum[1] = FMA(w, v.y, s->sum[1]);
  s->sum[2] = FMA(w, v.z, s->sum[2]);
  s->sum[3] = FMA(w, v.w, s->sum[3]);
}

// Returns the mean of the valid taps of channel c of pixel (x, y).
DEVICE float mean_with_holes(const GLOBAL uchar* in, const GLOBAL uchar* mask,
                             const GLOBAL uchar* between, const GLOBAL float* weights,
                             const SelvageLinear* a, int x, int y, int c) {
  float sum = 0.0f, lost = 0.0f, total = 0.0f, total_lost = 0.0f;
  NO_UNROLL for (int dy = -a->radius_y; dy <= a->radius_y; ++dy) {
    const float column = weights[COLUMN_WEIGHTS(a->radius_x) + a->radius_y + dy];
    const int ty = border_index(y + dy, a->height, a->border);
    const float outside = WEIGHS && c == RESULT - 1 ? a->outside_alpha_row : a->outside_row;
    const float whole =
        ty == OUTSIDE ? outside : row_of(between, a, ty)[(x - a->left) * RESULT + c];
    if (is_finite(whole)) {  // no hole in this row
      add_exactly(column * whole, &sum, &lost);
      add_exactly(column, &total, &total_lost);
      continue;
    }
    if (ty == OUTSIDE) continue;
    NO_UNROLL for (int dx = -a->radius_x; dx <= a->radius_x; ++dx) {
      const int tx = border_index(x + dx, a->width, a->border);
      float sample[RESULT];
      if (!load_tap(in, mask, a, tx, ty, sample)) continue;
      const float w = weights[a->radius_x + dx] * column;
      add_exactly(w * chosen(sample, c), &sum, &lost);
      add_exactly(w, &total, &total_lost);
    }
  }
  return sum / total;
}

#define STEP(K)                                                                      \
  {                                                                                  \
    const float w = column[k + (K)];                                                 \
    v[(ROWS - 1 + (K)) % ROWS] = fetch(between, a, sample, next + (K));              \
    UNROLL for (int j = 0; j < ROWS; ++j) add_tap(w, v[(j + (K)) % ROWS], &sums[j]); \
  }

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void separable_columns(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
                       const GLOBAL uchar* RESTRICT between, const GLOBAL float* RESTRICT weights,
                       GLOBAL uchar* RESTRICT out, ARGUMENTS(SelvageLinear, args)) {
  const SelvageLinear* a = &args;
  in += origin(&a->in);
  mask += origin(&a->mask);
  between += origin(&a->between);
  out += origin(&a->out);
  const int sample = GROUP_X * SAMPLES + 4 * LOCAL_X;  // counted from the first computed sample
  const int y = a->y0 + (GROUP_Y * GROUP_HEIGHT + LOCAL_Y) * ROWS, taps = 2 * a->radius_y + 1;
  const GLOBAL float* column = weights + COLUMN_WEIGHTS(a->radius_x);
  if (y >= a->y1 || sample >= (a->x1 - a->x0) * RESULT) return;

  Sums sums[ROWS];
  float4 v[ROWS];
  int next = y - a->radius_y;
  UNROLL for (int j = 0; j < ROWS; ++j) {
    UNROLL for (int p = 0; p < 4; ++p) sums[j].sum[p] = sums[j].total[p] = sums[j].lost[p] = 0.0f;
    if (j < ROWS - 1) v[j] = fetch(between, a, sample, next + j);
  }
  next += ROWS - 1;
  int k = 0;
  NO_UNROLL for (int block = 0; block < taps; block += BLOCK) {
    const int end = MIN_INT(block + BLOCK, taps);
    NO_UNROLL for (; k + ROWS <= end; k += ROWS, next += ROWS) {
      UNROLL for (int i = 0; i < ROWS; ++i) STEP(i)
    }
    UNROLL for (int i = 0; i < ROWS - 1; ++i) if (k + i < end) STEP(i)
        UNROLL for (int j = 0; j < ROWS; ++j) UNROLL for (int p = 0; p < 4; ++p) {
      add_exactly(sums[j].sum[p], &sums[j].total[p], &sums[j].lost[p]);
      sums[j].sum[p] = 0.0f;
    }
  }

#if WEIGHS
  UNROLL for (int j = 0; j < ROWS; ++j) UNROLL for (int p = 0; p < 4; p += RESULT) {
    const int x = a->x0 + (sample + p) / RESULT;
    if (x >= a->x1 || y + j >= a->y1) continue;
    float mean[RESULT], centre[RESULT];
    int copied = leaves_image(a, x, y + j), whole = 1;
    UNROLL for (int c = 0; c < RESULT; ++c) {
      mean[c] = sums[j].total[p + c];
      whole &= is_finite(mean[c]);
    }
#if HOLES
    if ((!MEAN || !whole) && !load_pixel(in, mask, a, x, y + j, centre)) copied = 1;
    if (MEAN && !copied && !whole) {
      UNROLL for (int c = 0; c < RESULT; ++c)
        mean[c] = mean_with_holes(in, mask, between, weights, a, x, y + j, c);
    }
#endif
    write_weighted(in, mask, out, a, x, y + j, copied, mean);
  }
#else
  UNROLL for (int j = 0; j < ROWS; ++j) UNROLL for (int p = 0; p < 4; ++p) {
    const int x = a->x0 + (sample + p) / RESULT, c = (sample + p) % RESULT;
    if (x >= a->x1 || y + j >= a->y1) continue;
    float result = sums[j].total[p];
    int copied = leaves_image(a, x, y + j);
#if HOLES
    float centre[RESULT];
    if ((!MEAN || !is_finite(result)) && !load_pixel(in, mask, a, x, y + j, centre)) copied = 1;
#endif
    if (HOLES && MEAN && !copied && c < FILTERED && !is_finite(result))
      result = mean_with_holes(in, mask, between, weights, a, x, y + j, c);
    write_result(in, mask, out, a, x, y + j, c, copied, MEAN ? result : result + a->offset);
  }
#endif
}
