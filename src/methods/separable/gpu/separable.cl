// SPDX-License-Identifier: Apache-2.0
// Candidate "separable", radii to 12: the sums of rows and of columns in one pass over the image, where
// row streaming cannot serve.
//   one group   -> SAMPLES x (GROUP_HEIGHT * ROWS) samples
//   local       -> [GROUP_HEIGHT * ROWS + 2 RADIUS_Y][SAMPLES + 2 ASIDE] floats, loaded once, four
//                  samples at a time; the border rule is applied here only. Then places (blocked_tile.h)
//   one item    -> four samples beside one another, ROWS rows one after another. A row's window is read
//                  from local memory and summed; the sum goes into 2 RADIUS_Y sums in registers, of
//                  which each moves one place up by its own multiplication (a transposed filter)
// f32, one channel, radius r, for each sample, with R = ROWS, H = GROUP_HEIGHT * ROWS:
//   device memory   8 bytes; caches give (1 + 2r/128)(1 + 2r/H) of the reads
//   local memory    (1 + 2r/128)(1 + 2r/H) words written, (1 + r/2)(1 + 2r/R) read
//   FMA             2 (2r + 1)(1 + 2r/R)
// At r = 8, R = 32, H = 64: 1.4 + 7.5 words and 51 FMA, some 68 instructions in all. An H200's unit
// has, at 70 % of 4.3 TB/s, 22 words and 90 instructions' slots for each sample. u8, r = 3: 1.2 + 3.6
// words, 17 FMA, some 33 instructions; at 45 % it has 9 words and 35 slots: bound by issue.

// Sums of the row at `window`, whose first vector holds the unit's first tap.
DEVICE void row_sums(const LOCAL float4* window, const SelvageLinear* a, float* h) {
  UNROLL for (int j = 0; j < WINDOW; ++j) {
    const float4 v = window[j];
    const float s[4] = {v.x, v.y, v.z, v.w};
    UNROLL for (int e = 0; e < 4; ++e)
      UNROLL for (int p = 0; p < 4; ++p) {
        const int away = 4 * j + e - WINDOW_SKIP - p, k = away / RESULT;
        if (away < 0 || away % RESULT != 0 || k > 2 * RADIUS_X) continue;
        h[p] = k == 0 ? a->row[0] * s[e] : FMA(a->row[k], s[e], h[p]);
      }
  }
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void separable(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
           const GLOBAL uchar* RESTRICT between, const GLOBAL float* RESTRICT weights,
           GLOBAL uchar* RESTRICT out, ARGUMENTS(SelvageLinear, args) LOCAL_PARAM(float4, tile)) {
  LOCAL_BODY(float4, tile)
  const SelvageLinear* a = &args;
  in += origin(&a->in);
  mask += origin(&a->mask);
  out += origin(&a->out);
  const int left = a->x0 + GROUP_X * PIXELS, top = a->y0 + GROUP_Y * GROUP_HEIGHT * ROWS;
  const int hole = load_tile(in, mask, a, left - ASIDE / RESULT, top - RADIUS_Y, tile);
  const Unit unit = unit_of(out, a, left, hole);
  if (unit.sample >= unit.end) return;

  const LOCAL float4* window = tile + LOCAL_Y * ROWS * PITCH + LOCAL_X + WINDOW_START;
  int y = top + LOCAL_Y * ROWS - 2 * RADIUS_Y;
  const int first = y + 2 * RADIUS_Y, end = MIN_INT(first + ROWS, a->y1);
  float sums[RADIUS_Y == 0 ? 1 : 2 * RADIUS_Y][4] = {{0.0f}};
  i64 row = (i64)y * a->out.row;
  NO_UNROLL for (; y < end; ++y, window += PITCH, row += a->out.row) {
    float h[4], v[4];
    row_sums(window, a, h);
    UNROLL for (int p = 0; p < 4; ++p) {
      const float last = a->column[2 * RADIUS_Y] * h[p];
      v[p] = RADIUS_Y == 0 ? last : FMA(a->column[2 * RADIUS_Y], h[p], sums[0][p]);
      UNROLL for (int j = 0; j < 2 * RADIUS_Y - 1; ++j)
        sums[j][p] = FMA(a->column[2 * RADIUS_Y - 1 - j], h[p], sums[j + 1][p]);
      if (RADIUS_Y > 0) sums[RADIUS_Y == 0 ? 0 : 2 * RADIUS_Y - 1][p] = a->column[0] * h[p];
    }
    if (y >= first)
      write_unit(in, mask, weights, out, a, &unit, y, row, window - 2 * RADIUS_Y * PITCH, v);
  }
}
