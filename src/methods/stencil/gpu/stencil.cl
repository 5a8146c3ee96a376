// SPDX-License-Identifier: Apache-2.0
// Candidate "stencil", to 5 x 5: sums of all taps in one pass over the image, where row
// streaming cannot serve.
//   one group   -> SAMPLES x (GROUP_HEIGHT * ROWS) samples
//   local       -> [GROUP_HEIGHT * ROWS + 2 RADIUS_Y][SAMPLES + 2 ASIDE] floats, loaded once, 16
//                  bytes an item; the border rule is applied here only
//   one item    -> four samples beside one another, ROWS rows one after another. A row's window is read
//                  from local memory once and added, with each of the matrix's rows, to the sums of
//                  2 RADIUS_Y + 1 rows of the result, which move one place up in registers
// f32, one channel, 3 x 3, for each sample, at ROWS 16, GROUP_HEIGHT 4: 8 bytes of device memory,
// 1.1 words of local memory written and 3.4 read, 9 x 1.1 FMA, some 23 instructions in all. An
// H200's unit has, at 70 % of 4.3 TB/s, 22 words and 90 instructions' slots for each sample: bound by
// memory.

#define MATRIX_WIDTH (2 * RADIUS_X + 1)

// Adds the taps of row `i` of the matrix to the sums `from`, or begins with them.
DEVICE void add_row(const SelvageLinear* a, int i, const float* tap, int begins, const float* from,
                    float* to) {
  UNROLL for (int p = 0; p < 4; ++p) {
    float sum = begins ? 0.0f : from[p];
    UNROLL for (int k = 0; k < MATRIX_WIDTH; ++k) {
      const float w = a->row[i * MATRIX_WIDTH + k], s = tap[WINDOW_SKIP + p + k * RESULT];
      sum = begins && k == 0 ? w * s : FMA(w, s, sum);
    }
    to[p] = sum;
  }
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void stencil(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
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
  float sums[2 * RADIUS_Y + 1][4] = {{0.0f}};
  i64 row = (i64)y * a->out.row;
  NO_UNROLL for (; y < end; ++y, window += PITCH, row += a->out.row) {
    float tap[4 * WINDOW], v[4];
    UNROLL for (int j = 0; j < WINDOW; ++j) {
      const float4 w = window[j];
      tap[4 * j] = w.x;
      tap[4 * j + 1] = w.y;
      tap[4 * j + 2] = w.z;
      tap[4 * j + 3] = w.w;
    }
    add_row(a, 2 * RADIUS_Y, tap, RADIUS_Y == 0, sums[0], v);
    UNROLL for (int j = 0; j < 2 * RADIUS_Y; ++j)
      add_row(a, 2 * RADIUS_Y - 1 - j, tap, j == 2 * RADIUS_Y - 1, sums[j + 1], sums[j]);
    if (y >= first)
      write_unit(in, mask, weights, out, a, &unit, y, row, window - 2 * RADIUS_Y * PITCH, v);
  }
}
