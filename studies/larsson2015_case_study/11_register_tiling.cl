// SPDX-License-Identifier: Apache-2.0
// His future work, a tiling that works: one thread keeps N pixels in registers, and each neighbour
// that it loads serves all of them. The N pixels lie below one another, so that the threads of a
// warp still read neighbours in a row.
//   changes   (2r + 1)(2r + N) loads and unpackings for N pixels, not N (2r + 1)^2
//   expected  what he hoped of 1 x N tiling
//   he saw    not tried: his tiling repeats all loads for each of the N squares
//   we see    an H200: a loss, 0.92x to 0.95x version 4 with N = 2, 0.67x to 0.69x with N = 6.
//             Loads become few, but they were not the cost; the exponentials, N of them for a tap,
//             stay

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void register_tiling(const GLOBAL uchar* in, GLOBAL uchar* out,
                     ARGUMENTS(LarssonArguments, args) LOCAL_PARAM(uint, tile)) {
  LOCAL_BODY(uint, tile)
  const int radius = RADIUS(args), row = padded_row(radius, 1);
  const int left = GROUP_X * GROUP_WIDTH, top = GROUP_Y * GROUP_HEIGHT * FIXED_TILING;
  load_tile(tile, row, in, &args, left, top, GROUP_WIDTH + 2 * radius,
            GROUP_HEIGHT * FIXED_TILING + 2 * radius);
  BARRIER();

  const int first = (LOCAL_Y * FIXED_TILING + radius) * row + LOCAL_X + radius;
  Colour centre[FIXED_TILING];
  Sums sums[FIXED_TILING];
  UNROLL for (int i = 0; i < FIXED_TILING; ++i) {
    centre[i] = colour_of(tile[first + i * row]);
    clear(&sums[i]);
  }
  for (int down = -radius; down < radius + FIXED_TILING; ++down)
    TAPS for (int dx = -radius; dx <= radius; ++dx) {
      const Colour tap = colour_of(tile[first + down * row + dx]);
      UNROLL for (int i = 0; i < FIXED_TILING; ++i) {
        const int dy = down - i;  // from pixel i
        if (dy >= -radius && dy <= radius)
          add_tap(&sums[i], SPACE_AT(dx, dy), &centre[i], &tap, args.sigma_range);
      }
    }
  const int x = left + LOCAL_X + radius, y = top + LOCAL_Y * FIXED_TILING + radius;
  if (x >= args.width - radius) return;
  UNROLL for (int i = 0; i < FIXED_TILING; ++i)
    if (y + i < args.height - radius) write_mean(out, args.width, x, y + i, &sums[i]);
}
