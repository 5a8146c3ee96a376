// SPDX-License-Identifier: Apache-2.0
// One pass over the image by tiles in local memory, used if row streaming cannot serve. The sums
// are in separable_sums.h or stencil_sums.h.
//   one group   -> SAMPLES x (GROUP_HEIGHT * ROWS) samples; IN_BLOCKS: of each `blocks`-th block of
//                  channels, and with `rows`, if one of the pixels has a flag (channel_blocks.h)
//   local       -> [GROUP_HEIGHT * ROWS + 2 RADIUS_Y][SAMPLES + 2 ASIDE] floats, loaded once, four
//                  samples at a time; the border rule is applied only here. Then the positions of
//                  rows and columns in the image (blocked_tile.h)
//   one item    -> four neighbouring samples, ROWS rows one after another; the window of each row
//                  is read once from local memory
// With radius r, R = ROWS, H = GROUP_HEIGHT * ROWS, for each sample of one channel:
//   device memory   a read and a write; caches give (1 + 2r/128)(1 + 2r/H) of the reads
//   local memory    (1 + 2r/128)(1 + 2r/H) words written, (1 + r/2)(1 + 2r/R) read
// An H200's multiprocessor has, at 70 % of 4.3 TB/s, 22 words and 90 instruction slots for each
// sample of f32. Separable, r = 8, R = 32, H = 64: 1.4 + 7.5 words and 51 FMA, some 68 instructions
// in all. 3 x 3, R = 16, H = 64: 1.1 + 3.4 words and 10 FMA, some 23 instructions. u8, separable,
// r = 3: 1.2 + 3.6 words, 17 FMA, some 33 instructions; at 45 % there are 9 words and 35 slots:
// bound by issue.

// Computes the group's results, the first of which is pixel (left, top).
DEVICE void compute_tile(const GLOBAL uchar* in, const GLOBAL uchar* mask,
                         const GLOBAL float* weights, GLOBAL uchar* out, const SelvageLinear* a,
                         int left, int top, LOCAL float4* tile) {
  const int hole = load_tile(in, mask, a, left - ASIDE / RESULT, top - RADIUS_Y, tile);
  const Unit unit = unit_of(out, a, left, hole);
  if (unit.sample >= unit.end) return;

  const LOCAL float4* window = tile + LOCAL_Y * ROWS * PITCH + LOCAL_X + WINDOW_START;
  int y = top + LOCAL_Y * ROWS - 2 * RADIUS_Y;
  const int first = y + 2 * RADIUS_Y, end = MIN_INT(first + ROWS, a->y1);
  float sums[SUMS_KEPT][UNIT] = {{0.0f}};
  i64 row = (i64)y * a->out.row;
  NO_UNROLL for (; y < end; ++y, window += PITCH, row += a->out.row) {
    float tap[TAPS], v[UNIT];
    read_window(window, tap);
    sum_row(a, tap, sums, v);
    if (y >= first)
      write_unit(in, mask, weights, out, a, &unit, y, row, window - 2 * RADIUS_Y * PITCH, v);
  }
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void blocked_tile(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
                  const GLOBAL uchar* RESTRICT between, const GLOBAL float* RESTRICT weights,
                  GLOBAL uchar* RESTRICT out,
                  ARGUMENTS(SelvageLinear, args) LOCAL_PARAM(float4, tile)) {
  LOCAL_BODY(float4, tile)
  const SelvageLinear* a = &args;
  in += origin(&a->in);
  mask += origin(&a->mask);
  out += origin(&a->out);
  const int top = a->y0 + GROUP_Y * GROUP_HEIGHT * ROWS;
  const int left = a->x0 + COLUMN(a, GROUP_X) * PIXELS;
#if IN_BLOCKS
  int end = a->channels;
  if (a->rows > 0 && !has_flag(between + origin(&a->between), a, left, top, left + PIXELS,
                               top + GROUP_HEIGHT * ROWS, (LOCAL int*)tile))
    end = 0;
  NO_UNROLL for (int c = GROUP_X % a->blocks * RESULT; c < end; c += a->blocks * RESULT) {
    const int first = MIN_INT(c, a->channels - RESULT);
    compute_tile(in + first * CHANNEL_STEP(a), mask, weights, out + first * a->out.channel, a, left,
                 top, tile);
    BARRIER();
  }
#else
  compute_tile(in, mask, weights, out, a, left, top, tile);
#endif
}
