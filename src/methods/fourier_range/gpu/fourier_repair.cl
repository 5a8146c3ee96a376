// SPDX-License-Identifier: Apache-2.0
// Candidate "fourier_range", last kernel: pixels whose certificates failed, and those with marks in
// their windows, from all their taps; of a joint filter, all channels of a pixel.
// Read after fourier.h.
//   one group   -> every groups-th pixel of the list, one after another
//   one item    -> taps (GROUP_WIDTH i + LOCAL_X, GROUP_HEIGHT j + LOCAL_Y) of the window
//   local       -> sums [1 + RESULTS][ITEMS]; range weights of RANGE_WEIGHTS distances; weights along x
//                  and along y; the columns of a pixel's taps
// Sums have a fixed order, so that no result depends on the list's.

#define RESULTS (JOINT ? VALUES : 1)

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
  in += a->in.offset;
  out += a->out.offset;
#if HOLES || FLOATS
  mask += a->mask.offset;
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
    const int x = a->x0 + place_of_pixel % columns, y = a->y0 + place_of_pixel / columns;
    const GLOBAL uchar* const own = input_pixel(in, a, x, y);
    const Sample centre = sample_at(own);
#if JOINT
    const int own_level =
        (int)level_at(guide + a->guide.offset + place(&a->guide, x, y, a->guide.pixel));
#endif
#if FLOATS
    if (!takes_part(in, mask, a, x, y)) {
      if (ITEM == 0) copy_sample(input_pixel(in, a, x, y), output_pixel(out, a, x, y));
      continue;
    }
#endif
    for (int u = ITEM; u <= 2 * a->radius_x; u += ITEMS)
      columns_of_taps[u] = border_index(x + u - a->radius_x, a->width, a->border);
    BARRIER();
    float totals[1 + RESULTS];  // of weights, then of weights times differences of values
    UNROLL for (int c = 0; c <= RESULTS; ++c) totals[c] = 0.0f;
    NO_UNROLL for (int v = LOCAL_Y; v <= 2 * a->radius_y; v += GROUP_HEIGHT) {
      const int row = border_index(y + v - a->radius_y, a->height, a->border);
      // What lies outside the image is read from the pixel itself, which the input has.
      const GLOBAL uchar* const line = in + (i64)(row == OUTSIDE ? y : row) * a->in.row;
#if JOINT
      const GLOBAL uchar* const guide_line =
          guide + a->guide.offset + (i64)(row == OUTSIDE ? y : row) * a->guide.row;
#endif
      float of_row[1 + RESULTS];
      UNROLL for (int c = 0; c <= RESULTS; ++c) of_row[c] = 0.0f;
      UNROLL_4 for (int u = LOCAL_X; u <= 2 * a->radius_x; u += GROUP_WIDTH) {
        const int column = columns_of_taps[u], outside = column == OUTSIDE || row == OUTSIDE;
        const GLOBAL uchar* const tap = line + (i64)(column == OUTSIDE ? x : column) * a->in.pixel;
        Sample q = sample_at(tap);
        if (outside) q = (Sample)a->outside_value;
#if HOLES || FLOATS
        const int counts = takes_part(in, mask, a, column, row);
        if (!counts) q = centre;
#endif
        const float difference = (float)(q - centre);
#if JOINT
        const int at = column == OUTSIDE ? x : column;
        int level = (int)level_at(guide_line + (i64)at * a->guide.pixel);
        if (outside) level = a->guide_outside;
        float weight = along_x[u] * gaussian[ABS_INT(level - own_level)];
#elif WORDS
        float weight = along_x[u] * EXP2(-a->range_scale * difference * difference);
#else
        float weight = along_x[u] * gaussian[ABS_INT(q - centre)];
#endif
#if HOLES || FLOATS
        if (!counts) weight = 0.0f;
#endif
        of_row[0] += weight;
        of_row[1] = FMA(weight, difference, of_row[1]);
        UNROLL for (int c = 1; c < RESULTS; ++c) {
          Sample value = sample_at(tap + c * a->in.channel);
          if (outside) value = (Sample)a->outside_value;
          value -= sample_at(own + c * a->in.channel);
          of_row[1 + c] = FMA(weight, (float)value, of_row[1 + c]);
        }
      }
      UNROLL for (int c = 0; c <= RESULTS; ++c) totals[c] = FMA(along_y[v], of_row[c], totals[c]);
    }
    UNROLL for (int c = 0; c <= RESULTS; ++c) sums[c * ITEMS + ITEM] = totals[c];
    NO_UNROLL for (int half_of = ITEMS / 2; half_of > 0; half_of /= 2) {
      BARRIER();
      if (ITEM < half_of)
        for (int sum = ITEM; sum < (1 + RESULTS) * ITEMS; sum += ITEMS)
          sums[sum] += sums[sum + half_of];
    }
    if (ITEM == 0)
      for (int c = 0; c < RESULTS; ++c)
        write_sample(output_pixel(out, a, x, y) + c * a->out.channel,
                     (float)sample_at(own + c * a->in.channel) +
                         sums[(1 + c) * ITEMS] * RECIPROCAL(sums[0]));
    BARRIER();
  }
}
