// SPDX-License-Identifier: Apache-2.0
// Candidate "fourier_range", third kernel: pixels whose certificates failed, and those with marks in
// their windows, from all their taps.
// Read after fourier.h.
//   one group   -> every groups-th pixel of the list, one after another
//   one item    -> taps (GROUP_WIDTH i + LOCAL_X, GROUP_HEIGHT j + LOCAL_Y) of the window
//   local       -> [ITEMS] float2, sums; range weights of RANGE_WEIGHTS distances; weights along x
//                  and along y; the columns of a pixel's taps
// Sums have a fixed order, so that no result depends on the list's.

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void fourier_repair(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
                    const GLOBAL uint* RESTRICT tables, GLOBAL uchar* RESTRICT scratch, GLOBAL uchar* RESTRICT out,
                    ARGUMENTS(SelvageFourier, args) LOCAL_PARAM(uint4, memory)) {
  LOCAL_BODY(uint4, memory)
  const SelvageFourier* a = &args;
  LOCAL float2* const sums = (LOCAL float2*)memory;
  LOCAL float* const gaussian = (LOCAL float*)(sums + ITEMS);
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
  if (GROUP_X == 0 && ITEM == 0)
    *(GLOBAL i64*)scratch = (a->first_launch ? 0 : *(const GLOBAL i64*)scratch) + count;
  BARRIER();
  NO_UNROLL for (int i = GROUP_X; i < count; i += a->groups) {
    const int place_of_pixel = (int)list[1 + i];
    const int x = a->x0 + place_of_pixel % columns, y = a->y0 + place_of_pixel / columns;
    const Sample centre = sample_at(input_pixel(in, a, x, y));
#if FLOATS
    if (!takes_part(in, mask, a, x, y)) {
      if (ITEM == 0) copy_sample(input_pixel(in, a, x, y), output_pixel(out, a, x, y));
      continue;
    }
#endif
    for (int u = ITEM; u <= 2 * a->radius_x; u += ITEMS)
      columns_of_taps[u] = border_index(x + u - a->radius_x, a->width, a->border);
    BARRIER();
    float weights = 0.0f, differences = 0.0f;
    NO_UNROLL for (int v = LOCAL_Y; v <= 2 * a->radius_y; v += GROUP_HEIGHT) {
      const int row = border_index(y + v - a->radius_y, a->height, a->border);
      // What lies outside the image is read from the pixel itself, which the input has.
      const GLOBAL uchar* const line = in + (i64)(row == OUTSIDE ? y : row) * a->in.row;
      float row_weights = 0.0f, row_differences = 0.0f;
      UNROLL_4 for (int u = LOCAL_X; u <= 2 * a->radius_x; u += GROUP_WIDTH) {
        const int column = columns_of_taps[u];
        Sample q = sample_at(line + (i64)(column == OUTSIDE ? x : column) * a->in.pixel);
        if (column == OUTSIDE || row == OUTSIDE) q = (Sample)a->outside_value;
#if HOLES || FLOATS
        const int counts = takes_part(in, mask, a, column, row);
        if (!counts) q = centre;
#endif
        const float difference = (float)(q - centre);
#if WORDS
        float weight = along_x[u] * EXP2(-a->range_scale * difference * difference);
#else
        float weight = along_x[u] * gaussian[ABS_INT(q - centre)];
#endif
#if HOLES || FLOATS
        if (!counts) weight = 0.0f;
#endif
        row_weights += weight;
        row_differences = FMA(weight, difference, row_differences);
      }
      weights = FMA(along_y[v], row_weights, weights);
      differences = FMA(along_y[v], row_differences, differences);
    }
    sums[ITEM].x = weights;
    sums[ITEM].y = differences;
    NO_UNROLL for (int half_of = ITEMS / 2; half_of > 0; half_of /= 2) {
      BARRIER();
      if (ITEM < half_of) {
        sums[ITEM].x += sums[ITEM + half_of].x;
        sums[ITEM].y += sums[ITEM + half_of].y;
      }
    }
    if (ITEM == 0)
      write_sample(output_pixel(out, a, x, y), (float)centre + sums[0].y * RECIPROCAL(sums[0].x));
    BARRIER();
  }
}
