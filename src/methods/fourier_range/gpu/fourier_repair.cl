// SPDX-License-Identifier: Apache-2.0
// Candidate "fourier_range", last kernel: pixels whose certificates failed, and those with marks in
// their windows, from all their taps; of a joint filter, all channels of a pixel.
// Read after fourier.h.
//   one group   -> every groups-th pixel of the list, one after another
//   one item    -> every ITEMS-th tap of the window, row by row, whose loads begin TOGETHER at a time:
//                  few pixels fail, so that a group waits for memory
//   local       -> sums [1 + RESULTS][ITEMS]; range weights of RANGE_WEIGHTS distances; weights along x
//                  and along y; the columns and the rows of a pixel's taps
// Sums have a fixed order, so that no result depends on the list's.

#define RESULTS (JOINT ? VALUES : 1)
#define TOGETHER (JOINT ? 4 : 8)

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

DEVICE void find_taps(int first, int size, int border, int count, LOCAL int* places) {
  NO_UNROLL for (int i = ITEM; i < count; i += ITEMS)
    places[i] = border_index(first + i, size, border);
}

// Adds the item's taps. `gaussian`, `along_x`, `along_y`, `columns`, `rows`: as local memory has them.
DEVICE void sum_taps(const Centre* p, const SelvageFourier* a, const LOCAL float* gaussian,
                     const LOCAL float* along_x, const LOCAL float* along_y,
                     const LOCAL int* columns, const LOCAL int* rows, Totals* totals) {
  const int taps_x = 2 * a->radius_x + 1, taps = taps_x * (2 * a->radius_y + 1);
  const int step_x = ITEMS % taps_x, step_y = ITEMS / taps_x;
  int u = ITEM % taps_x, v = ITEM / taps_x;
  NO_UNROLL for (int first = ITEM; first < taps; first += TOGETHER * ITEMS) {
    Sample values[TOGETHER][RESULTS];
    int levels[TOGETHER];
    float weights[TOGETHER];  // 0: no tap
    UNROLL_SUMS for (int k = 0; k < TOGETHER; ++k) {
      int counts = first + k * ITEMS < taps;
      const int tap_u = counts ? u : 0, tap_v = counts ? v : 0;
      const int column = columns[tap_u], row = rows[tap_v];
      const int outside = column == OUTSIDE || row == OUTSIDE;
      // What lies outside the image is read from the pixel itself, which the input has.
      const int x = column == OUTSIDE ? p->x : column, y = row == OUTSIDE ? p->y : row;
      const GLOBAL uchar* const tap = input_pixel(p->in, a, x, y);
#if HOLES || FLOATS
      counts = counts && takes_part(p->in, p->mask, a, column, row);
#endif
      weights[k] = counts ? along_x[tap_u] * along_y[tap_v] : 0.0f;
      UNROLL for (int c = 0; c < RESULTS; ++c) {
        const Sample value = sample_at(tap + c * a->in.channel);
        values[k][c] = !counts ? p->centre[c] : outside ? (Sample)a->outside_value : value;
      }
#if JOINT
      const int level = (int)level_at(p->guide + place(&a->guide, x, y, a->guide.pixel));
      levels[k] = outside ? a->guide_outside : level;
#endif
      u += step_x;
      v += step_y;
      if (u >= taps_x) {
        u -= taps_x;
        ++v;
      }
    }
    Totals some;
    UNROLL for (int c = 0; c <= RESULTS; ++c) some.of[c] = 0.0f;
    UNROLL_SUMS for (int k = 0; k < TOGETHER; ++k) {
      const float difference = (float)(values[k][0] - p->centre[0]);
#if JOINT
      const float weight = weights[k] * gaussian[ABS_INT(levels[k] - p->level)];
#elif WORDS
      const float weight = weights[k] * EXP2(-a->range_scale * difference * difference);
#else
      const float weight = weights[k] * gaussian[ABS_INT(values[k][0] - p->centre[0])];
#endif
      some.of[0] += weight;
      some.of[1] = FMA(weight, difference, some.of[1]);
      UNROLL for (int c = 1; c < RESULTS; ++c)
        some.of[1 + c] = FMA(weight, (float)(values[k][c] - p->centre[c]), some.of[1 + c]);
    }
    UNROLL for (int c = 0; c <= RESULTS; ++c) totals->of[c] += some.of[c];
  }
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
  LOCAL int* const rows_of_taps = columns_of_taps + 2 * a->radius_x + 1;
  copy_words(tables + GAUSSIAN(a), RANGE_WEIGHTS + 2 * (a->radius_x + a->radius_y + 1),
             (LOCAL uint*)gaussian);
  in += a->in.offset;
  out += a->out.offset;
  Centre p;
  p.in = in;
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
    const int place_of_pixel = (int)list[1 + i];
    p.x = a->x0 + place_of_pixel % columns;
    p.y = a->y0 + place_of_pixel / columns;
    const GLOBAL uchar* const own = input_pixel(in, a, p.x, p.y);
    UNROLL for (int c = 0; c < RESULTS; ++c) p.centre[c] = sample_at(own + c * a->in.channel);
#if JOINT
    p.guide = guide + a->guide.offset;
    p.level = (int)level_at(p.guide + place(&a->guide, p.x, p.y, a->guide.pixel));
#endif
#if FLOATS
    if (!takes_part(in, p.mask, a, p.x, p.y)) {
      if (ITEM == 0) copy_sample(own, output_pixel(out, a, p.x, p.y));
      continue;
    }
#endif
    find_taps(p.x - a->radius_x, a->width, a->border, 2 * a->radius_x + 1, columns_of_taps);
    find_taps(p.y - a->radius_y, a->height, a->border, 2 * a->radius_y + 1, rows_of_taps);
    BARRIER();
    Totals totals;
    UNROLL for (int c = 0; c <= RESULTS; ++c) totals.of[c] = 0.0f;
    sum_taps(&p, a, gaussian, along_x, along_y, columns_of_taps, rows_of_taps, &totals);
    UNROLL for (int c = 0; c <= RESULTS; ++c) sums[c * ITEMS + ITEM] = totals.of[c];
    NO_UNROLL for (int half_of = ITEMS / 2; half_of > 0; half_of /= 2) {
      BARRIER();
      if (ITEM < half_of)
        for (int sum = ITEM; sum < (1 + RESULTS) * ITEMS; sum += ITEMS)
          sums[sum] += sums[sum + half_of];
    }
    if (ITEM == 0)
      UNROLL for (int c = 0; c < RESULTS; ++c)
        write_sample(output_pixel(out, a, p.x, p.y) + c * a->out.channel,
                     (float)p.centre[c] + sums[(1 + c) * ITEMS] * RECIPROCAL(sums[0]));
    BARRIER();
  }
}
