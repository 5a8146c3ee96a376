// SPDX-License-Identifier: Apache-2.0
// Candidate "fourier_range", last kernel: pixels whose certificates failed, and those with marks in
// their windows, from all their taps; of a joint filter, all channels of a pixel.
// Read after fourier.h. The list has the rows of one channel after those of another.
//   one group   -> every groups-th pixel of the list, one after another
//   one warp    -> every GROUP_HEIGHT-th row of the window
//   one item    -> every 32nd tap of a row, whose loads begin TOGETHER at a time: few pixels fail,
//                  so that their groups wait for memory. It finds their columns and their weights
//                  along x once for all of its rows
//   local       -> sums [1 + RESULTS][ITEMS]; range weights of RANGE_WEIGHTS distances; weights
//                  along x and along y; the columns of a pixel's taps
// Sums have a fixed order, so that no result depends on the list's.

#define RESULTS (JOINT ? VALUES : 1)

// Sums of weights, then of weights times differences of values.
typedef struct {
  float of[1 + RESULTS];
} Totals;

// A pixel that is computed again.
typedef struct {
  const GLOBAL uchar *in, *guide, *mask;
  int x, y, level;  // `level`: of the guide
  Sample centre[RESULTS];
} Centre;

#if HOLES || FLOATS
// Returns whether a tap of this value takes part in sums.
DEVICE int tap_takes_part(const Centre* p, const SelvageFourier* a, int x, int y, Sample value) {
#if FLOATS && !HOLES
  // An image of one channel has the sample at hand; takes_part would load it again.
  if (a->channels == 1 && x != OUTSIDE && y != OUTSIDE) return is_finite(value);
#endif
  return takes_part(p->in, p->mask, a, x, y);
}
#endif

// Adds the item's taps u, u + 32, ..., of which there are TOGETHER, in its rows of the window.
// `gaussian`, `along_x`, `along_y`, `columns`: as local memory has them.
DEVICE void sum_taps(const Centre* p, const SelvageFourier* a, int u, const LOCAL float* gaussian,
                     const LOCAL float* along_x, const LOCAL float* along_y,
                     const LOCAL int* columns, Totals* totals) {
  // What lies outside the image is read from the pixel itself, which the input has.
  int xs[TOGETHER];
  float weights[TOGETHER];  // 0: no tap
  uint outside = 0;         // a bit for each tap
  UNROLL_SUMS for (int k = 0; k < TOGETHER; ++k) {
    const int tap = u + k * GROUP_WIDTH, is_tap = tap <= 2 * a->radius_x;
    const int column = columns[is_tap ? tap : a->radius_x];
    xs[k] = column == OUTSIDE ? p->x : column;
    weights[k] = is_tap ? along_x[tap] : 0.0f;
    if (column == OUTSIDE) outside |= 1u << k;
  }
  Totals of_taps;
  UNROLL for (int c = 0; c <= RESULTS; ++c) of_taps.of[c] = 0.0f;
  UNROLL_2 for (int v = LOCAL_Y; v <= 2 * a->radius_y; v += GROUP_HEIGHT) {
    const int row = border_index(p->y + v - a->radius_y, a->height, a->border);
    const int y = row == OUTSIDE ? p->y : row;
    const uint outside_here = row == OUTSIDE ? ~0u : outside;
    Sample values[TOGETHER][RESULTS];
#if JOINT
    int levels[TOGETHER];
#endif
    UNROLL_SUMS for (int k = 0; k < TOGETHER; ++k) {
      const GLOBAL uchar* const from = input_pixel(p->in, a, xs[k], y);
      UNROLL for (int c = 0; c < RESULTS; ++c) values[k][c] = sample_at(from + c * a->in.channel);
#if JOINT
      levels[k] = (int)level_at(p->guide + place(&a->guide, xs[k], y, a->guide.pixel));
#endif
    }
    if (a->border == CONSTANT)
      UNROLL_SUMS for (int k = 0; k < TOGETHER; ++k) {
        if ((outside_here >> k & 1u) == 0) continue;
        UNROLL for (int c = 0; c < RESULTS; ++c) values[k][c] = (Sample)a->outside_value;
#if JOINT
        levels[k] = a->guide_outside;
#endif
      }
    Totals of_row;
    UNROLL for (int c = 0; c <= RESULTS; ++c) of_row.of[c] = 0.0f;
    UNROLL_SUMS for (int k = 0; k < TOGETHER; ++k) {
#if HOLES || FLOATS
      const int column = (outside >> k & 1u) != 0 ? OUTSIDE : xs[k];
      if (!tap_takes_part(p, a, column, row, values[k][0])) continue;
#endif
      const float difference = (float)(values[k][0] - p->centre[0]);
#if JOINT
      const float weight = weights[k] * gaussian[ABS_INT(levels[k] - p->level)];
#elif WORDS
      const float weight = weights[k] * EXP2(-a->range_scale * difference * difference);
#else
      const float weight = weights[k] * gaussian[ABS_INT(values[k][0] - p->centre[0])];
#endif
      of_row.of[0] += weight;
      of_row.of[1] = FMA(weight, difference, of_row.of[1]);
      UNROLL for (int c = 1; c < RESULTS; ++c)
        of_row.of[1 + c] = FMA(weight, (float)(values[k][c] - p->centre[c]), of_row.of[1 + c]);
    }
    UNROLL for (int c = 0; c <= RESULTS; ++c)
      of_taps.of[c] = FMA(along_y[v], of_row.of[c], of_taps.of[c]);
  }
  UNROLL for (int c = 0; c <= RESULTS; ++c) totals->of[c] += of_taps.of[c];
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void fourier_repair(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT guide,
                    const GLOBAL uchar* RESTRICT mask, const GLOBAL uint* RESTRICT tables,
                    GLOBAL uchar* RESTRICT scratch, GLOBAL uchar* RESTRICT out,
                    ARGUMENTS(SelvageFourier, args) LOCAL_PARAM(uint4, memory)) {
  LOCAL_BODY(uint4, memory)
  const SelvageFourier* a = &args;
  LOCAL float* const sums = (LOCAL float*)memory;
  LOCAL float* const gaussian = sums + (1 + RESULTS) * ITEMS;
  LOCAL float* const along_x = gaussian + RANGE_WEIGHTS;
  LOCAL float* const along_y = along_x + 2 * a->radius_x + 1;
  LOCAL int* const columns_of_taps = (LOCAL int*)(along_y + 2 * a->radius_y + 1);
  copy_words(tables + GAUSSIAN(a), RANGE_WEIGHTS + 2 * (a->radius_x + a->radius_y + 1),
             (LOCAL uint*)gaussian);
  Centre p;
#if HOLES || FLOATS
  p.mask = mask + a->mask.offset;
#endif
  const GLOBAL uint* const list = (const GLOBAL uint*)(scratch + a->list);
  const int count = (int)list[0], columns = a->x1 - a->x0;
  if (GROUP_X == 0 && ITEM == 0 && a->first_listed == 0)
    *(GLOBAL i64*)scratch =
        (a->first_launch ? 0 : *(const GLOBAL i64*)scratch) + (i64)count * RESULTS;
  BARRIER();
  const int last = MIN_INT(count, a->last_listed);
  NO_UNROLL for (int i = a->first_listed + GROUP_X; i < last; i += a->groups) {
    const int place_of_pixel = (int)list[1 + i], row = place_of_pixel / columns;
    const int channel = row / (a->y1 - a->y0);
    p.x = a->x0 + place_of_pixel % columns;
    p.y = a->y0 + row % (a->y1 - a->y0);
    p.in = in + a->in.offset + channel * a->in.channel;
    const GLOBAL uchar* const own = input_pixel(p.in, a, p.x, p.y);
    GLOBAL uchar* const to =
        output_pixel(out + a->out.offset, a, p.x, p.y) + channel * a->out.channel;
    UNROLL for (int c = 0; c < RESULTS; ++c) p.centre[c] = sample_at(own + c * a->in.channel);
#if JOINT
    p.guide = guide + a->guide.offset;
    p.level = (int)level_at(p.guide + place(&a->guide, p.x, p.y, a->guide.pixel));
#endif
#if FLOATS
    if (!takes_part(p.in, p.mask, a, p.x, p.y)) {
      if (ITEM == 0) copy_sample(own, to);
      continue;
    }
#endif
    NO_UNROLL for (int u = ITEM; u <= 2 * a->radius_x; u += ITEMS)
      columns_of_taps[u] = border_index(p.x + u - a->radius_x, a->width, a->border);
    BARRIER();
    Totals totals;
    UNROLL for (int c = 0; c <= RESULTS; ++c) totals.of[c] = 0.0f;
    NO_UNROLL for (int u = LOCAL_X; u <= 2 * a->radius_x; u += TOGETHER * GROUP_WIDTH)
      sum_taps(&p, a, u, gaussian, along_x, along_y, columns_of_taps, &totals);
    UNROLL for (int c = 0; c <= RESULTS; ++c) sums[c * ITEMS + ITEM] = totals.of[c];
    NO_UNROLL for (int half_of = ITEMS / 2; half_of > 0; half_of /= 2) {
      BARRIER();
      if (ITEM < half_of)
        for (int sum = ITEM; sum < (1 + RESULTS) * ITEMS; sum += ITEMS)
          sums[sum] += sums[sum + half_of];
    }
    if (ITEM == 0)
      UNROLL for (int c = 0; c < RESULTS; ++c)
        write_sample(to + c * a->out.channel,
                     (float)p.centre[c] + sums[(1 + c) * ITEMS] * RECIPROCAL(sums[0]));
    BARRIER();
  }
}
