// SPDX-License-Identifier: Apache-2.0
// Version 3, SM: the pixels that a block needs are loaded once, into shared memory.
//   changes   a tile of (side + 2r)^2 pixels of three bytes [his eq. 5.1], loaded by all threads of
//             the block together [his algorithm 1]
//   expected  a substantial speedup: every pixel is read (2r + 1)^2 times
//   he saw    1.04x to 1.06x version 1: memory was not what the time went to
//   we see    an H200: 0.98x (radius 1) to 1.02x version 1, at best version 2's equal. Where bytes
//             of two rows meet in a bank is the table bank_conflicts

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void shared_memory(const GLOBAL uchar* in, GLOBAL uchar* out,
                   ARGUMENTS(LarssonArguments, args) LOCAL_PARAM(uchar, tile)) {
  LOCAL_BODY(uchar, tile)
  const int radius = RADIUS(args), row = GROUP_WIDTH + 2 * radius;
  const int left = GROUP_X * GROUP_WIDTH, top = GROUP_Y * GROUP_HEIGHT;
  const int right = MIN_INT(args.width, left + row);
  const int bottom = MIN_INT(args.height, top + GROUP_HEIGHT + 2 * radius);
  for (int y = top + LOCAL_Y; y < bottom; y += GROUP_HEIGHT)
    for (int x = left + LOCAL_X; x < right; x += GROUP_WIDTH) {
      const int place = 3 * ((y - top) * row + x - left);
      UNROLL for (int c = 0; c < 3; ++c) tile[place + c] = in[3 * (y * args.width + x) + c];
    }
  BARRIER();

  const int x = left + LOCAL_X + radius, y = top + LOCAL_Y + radius;
  if (x >= args.width - radius || y >= args.height - radius) return;
  const int middle = (LOCAL_Y + radius) * row + LOCAL_X + radius;
  Colour centre;
  UNROLL for (int c = 0; c < 3; ++c) centre.c[c] = tile[3 * middle + c];
  Sums sums;
  clear(&sums);
  for (int dy = -radius; dy <= radius; ++dy)
    TAPS for (int dx = -radius; dx <= radius; ++dx) {
      Colour tap;
      UNROLL for (int c = 0; c < 3; ++c) tap.c[c] = tile[3 * (middle + dy * row + dx) + c];
      add_tap(&sums, SPACE_AT(dx, dy), &centre, &tap, args.sigma_range);
    }
  write_mean(out, args.width, x, y, &sums);
}
