// SPDX-License-Identifier: Apache-2.0
// Version 8, UL: version 6 unrolled.
//   changes   N is a constant of the compiler, so that the loop over the squares becomes a sequence
//   expected  fewer comparisons
//   he saw    his only tiling that gains: 1.00x to 1.07x version 1 at radii 1 and 7, N = 4 best, and
//             three of his eight best times for the largest image; 0.92x to 0.98x at radius 15
//   we see    an H200: 0.88x (smallest image) to 1.03x (largest). Unrolling the loops over the
//             window, tried on all versions, gives 0.82x to 1.05x (table extra_rungs)

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void unrolled(const GLOBAL uchar* in, GLOBAL uchar* out,
              ARGUMENTS(LarssonArguments, args) LOCAL_PARAM(uint, tile)) {
  LOCAL_BODY(uint, tile)
  const int radius = RADIUS(args), row = padded_row(radius, FIXED_TILING);
  const int left = GROUP_X * GROUP_WIDTH * FIXED_TILING, top = GROUP_Y * GROUP_HEIGHT;
  load_tile(tile, row, in, &args, left, top, GROUP_WIDTH * FIXED_TILING + 2 * radius,
            GROUP_HEIGHT + 2 * radius);
  BARRIER();
  UNROLL for (int square = 0; square < FIXED_TILING; ++square) {
    const int column = square * GROUP_WIDTH + LOCAL_X;
    filter_from_tile(tile, row, LOCAL_Y * row + column, &args, left + column + radius,
                     top + LOCAL_Y + radius, out);
  }
}
