// SPDX-License-Identifier: Apache-2.0
// Version 6, TL+PD: 1 x N tiling with padded rows.
//   changes   version 5 whose rows are as long as his equation 5.4 says
//   expected  no bank conflicts; far more shared memory at large N and radius
//   he saw    0.92x to 0.98x version 1; behind version 5 where the padding costs resident blocks
//   we see    an H200: 0.89x to 1.01x version 1, behind version 5 on the larger images. Padding
//             costs no resident block of 16: registers allow five at all radii (table
//             resident_blocks)

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void tiling_padded(const GLOBAL uchar* in, GLOBAL uchar* out,
                   ARGUMENTS(LarssonArguments, args) LOCAL_PARAM(uint, tile)) {
  LOCAL_BODY(uint, tile)
  const int radius = RADIUS(args), row = padded_row(radius, args.tiling);
  const int left = GROUP_X * GROUP_WIDTH * args.tiling, top = GROUP_Y * GROUP_HEIGHT;
  load_tile(tile, row, in, &args, left, top, GROUP_WIDTH * args.tiling + 2 * radius,
            GROUP_HEIGHT + 2 * radius);
  BARRIER();
  filter_squares(tile, row, &args, left, top, args.tiling, out);
}
