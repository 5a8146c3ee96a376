// SPDX-License-Identifier: Apache-2.0
// One pass over an image whose rows are whole units, marching (march.h); what is summed stands in
// march_lines.h or march_matrix.h.
//   one group   -> SAMPLES x (GROUP_HEIGHT * rows) samples
//   local       -> [SAMPLES + 2 REACH UNIT] ints, for groups at the image's sides
//   one item    -> UNIT samples beside one another, `rows` rows marching down

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void march(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
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
  float sums[SUMS_KEPT][UNIT] = {{0.0f}};
  NO_UNROLL for (int above = first - 2 * RADIUS_Y; above < end; above += STEP)
  UNROLL for (int i = 0; i < STEP; ++i) {
    const int y = above + i;
    float tap[TAPS], v[UNIT];
    end_row(in, a, &m, row[i], raw[i], tap);
    row[i] = begin_row(in, a, &m, y + RADIUS_Y + STEP, raw[i]);
    sum_row(a, tap, sums, v);
    if (y >= first && y < end) write_row(in, weights, out, a, &m, y, v);
  }
}
