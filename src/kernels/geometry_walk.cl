// SPDX-License-Identifier: Apache-2.0
// A geometry-guided mean along rows (COLUMNS 0: from the image into scratch) or columns (1: from
// there into the output), for any radius.
//   one item -> one pixel, which walks both ways, as far as no discontinuity lies ahead
// tables: weights of the row (2 r + 1) and of the column, then their sums outwards (r + 1 each): row
// back, row forth, column back, column forth; those back include the centre's.
// Taps are added up in pieces, and those with their rounding errors.

#define PIECE 8  // taps of a short sum
#if COLUMNS
#define EDGE MARK_DOWN
#else
#define EDGE MARK_RIGHT
#endif

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
  UNROLL for (int c = 0; c < AVERAGED; ++c) value[c] = p[c * MEAN_PLANE(a)];
#else
  const GLOBAL uchar* p = input_pixel(in, a, x, y);
  UNROLL for (int c = 0; c < AVERAGED; ++c) value[c] = read_sample(p + c * CHANNEL_STEP(a));
#endif
}

// Walks from (x, y) at most `limit` steps of `side` (1 or -1); returns how many.
DEVICE int walk_side(const GLOBAL uchar* in, const GLOBAL float* weights, GLOBAL uchar* scratch,
                     const SelvageGeometry* a, int x, int y, int side, int limit, Walk* walk) {
  const GLOBAL uchar* mark = mark_at(scratch, a, x, y);
  const i64 step = COLUMNS ? (i64)side * a->marks.row : side;
  int k = 0, stopped = 0;
  while (k < limit && !stopped) {
    const int end = MIN_INT(k + PIECE, limit);
    float piece[AVERAGED] = {0.0f};
    while (k < end) {
      if (side < 0) mark += step;  // the one before knows what is between
      stopped = *mark & EDGE;
      if (stopped) break;
      if (side > 0) mark += step;
      ++k;
      float value[AVERAGED];
      read_tap(in, scratch, a, COLUMNS ? x : x + side * k, COLUMNS ? y + side * k : y, value);
      const float weight = weights[side * k];
      UNROLL for (int c = 0; c < AVERAGED; ++c) piece[c] = FMA(weight, value[c], piece[c]);
    }
    add_piece(piece, walk);
  }
  return k;
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void geometry_walk(GEOMETRY_PARAMETERS) {
  const SelvageGeometry* a = &args;
  const int x = a->x0 + GROUP_X * GROUP_WIDTH + LOCAL_X;
  const int y = a->y0 + GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (x >= a->x1 || y >= a->y1) return;
  const int r = a->radius;
  in += origin(&a->in);
  const GLOBAL float* weights = tables + r + (COLUMNS ? 2 * r + 1 : 0);
  const GLOBAL float* back = tables + 2 * (2 * r + 1) + (COLUMNS ? 2 * (r + 1) : 0);
  const GLOBAL float* forth = back + r + 1;
  const int before = COLUMNS ? y - a->held_y0 : x - a->held_x0;
  const int after = COLUMNS ? a->held_y1 - 1 - y : a->held_x1 - 1 - x;

  Walk walk;
  float value[AVERAGED];
  read_tap(in, scratch, a, x, y, value);
  UNROLL for (int c = 0; c < AVERAGED; ++c) {
    walk.sum[c] = weights[0] * value[c];
    walk.lost[c] = 0.0f;
  }
  const int steps_back = walk_side(in, weights, scratch, a, x, y, -1, MIN_INT(r, before), &walk);
  const int steps_forth = walk_side(in, weights, scratch, a, x, y, 1, MIN_INT(r, after), &walk);
  const float total = back[steps_back] + forth[steps_forth];
  float mean[AVERAGED];
  UNROLL for (int c = 0; c < AVERAGED; ++c) mean[c] = walk.sum[c] / total;
#if COLUMNS
  const int hole = (*mark_at(scratch, a, x, y) & MARK_HOLE) != 0;
  write_pixel(in, out + origin(&a->out), a, x, y, hole, mean);
#else
  GLOBAL float* p = mean_at(scratch, a, x, y);
  UNROLL for (int c = 0; c < AVERAGED; ++c) p[c * MEAN_PLANE(a)] = mean[c];
#endif
}
