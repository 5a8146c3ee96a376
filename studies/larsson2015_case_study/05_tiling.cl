// SPDX-License-Identifier: Apache-2.0
// Version 5, TL-PD: 1 x N tiling. A block filters N squares beside one another.
//   changes   the tile holds all N squares and one border around them; rows are not padded
//   expected  the border between two squares is loaded once, and a block's start is paid once
//   he saw    0.92x to 0.98x version 1: slower than no tiling at all
//   we see    an H200: 0.89x to 0.95x version 1 on the smallest image, 1.02x to 1.04x on the
//             largest, where it is the fastest of all at radii 13 and 15

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void tiling(const GLOBAL uchar* in, GLOBAL uchar* out,
            ARGUMENTS(LarssonArguments, args) LOCAL_PARAM(uint, tile)) {
  LOCAL_BODY(uint, tile)
  const int radius = RADIUS(args), row = GROUP_WIDTH * args.tiling + 2 * radius;
  const int left = GROUP_X * GROUP_WIDTH * args.tiling, top = GROUP_Y * GROUP_HEIGHT;
  load_tile(tile, row, in, &args, left, top, row, GROUP_HEIGHT + 2 * radius);
  BARRIER();
  filter_squares(tile, row, &args, left, top, args.tiling, out);
}
