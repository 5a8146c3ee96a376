// SPDX-License-Identifier: Apache-2.0
// Candidate "stencil", any size, where alpha weighs the colours: sums of all taps straight from the
// image.
//   one group   -> GROUP_WIDTH x (GROUP_HEIGHT * ROWS) pixels
//   local       -> none
//   one item    -> ROWS pixels one below another, all channels; blocks of BLOCK taps of a column of
//                  the stencil are added by Kahan's sum
// For each pixel and tap RESULT FMA and, from caches, a pixel and a weight. The buffer holds
// weights column by column; they sum to 1. Bound by issue.

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void stencil_weighted(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
                      const GLOBAL uchar* RESTRICT between, const GLOBAL float* RESTRICT weights,
                      GLOBAL uchar* RESTRICT out, ARGUMENTS(SelvageLinear, args)) {
  const SelvageLinear* a = &args;
  in += origin(&a->in);
  mask += origin(&a->mask);
  out += origin(&a->out);
  const int x = a->x0 + GROUP_X * GROUP_WIDTH + LOCAL_X;
  const int first = a->y0 + (GROUP_Y * GROUP_HEIGHT + LOCAL_Y) * ROWS;
  const int rx = a->radius_x, ry = a->radius_y;
  if (x >= a->x1) return;
  NO_UNROLL for (int y = first; y < MIN_INT(first + ROWS, a->y1); ++y) {
    float total[RESULT], lost[RESULT];
    UNROLL for (int c = 0; c < RESULT; ++c) total[c] = lost[c] = 0.0f;
    NO_UNROLL for (int dx = -rx; dx <= rx; ++dx) {
      const int tx = border_index(x + dx, a->width, a->border);
      const GLOBAL float* column = weights + (dx + rx) * (2 * ry + 1) + ry;
      NO_UNROLL for (int dy = -ry; dy <= ry;) {
        const int end = MIN_INT(dy + BLOCK, ry + 1);
        float sum[RESULT];
        UNROLL for (int c = 0; c < RESULT; ++c) sum[c] = 0.0f;
        NO_UNROLL for (; dy < end; ++dy) {
          float sample[RESULT];
          if (!load_tap(in, mask, a, tx, border_index(y + dy, a->height, a->border), sample))
            continue;
          UNROLL for (int c = 0; c < RESULT; ++c) sum[c] = FMA(column[dy], sample[c], sum[c]);
        }
        UNROLL for (int c = 0; c < RESULT; ++c) add_exactly(sum[c], &total[c], &lost[c]);
      }
    }
    int copied = leaves_image(a, x, y);
#if HOLES
    float centre[RESULT];
    if (!load_pixel(in, mask, a, x, y, centre)) copied = 1;
#endif
    write_weighted(in, mask, out, a, x, y, copied, total);
  }
}
