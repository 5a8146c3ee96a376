// SPDX-License-Identifier: Apache-2.0
// Version 7, TL2+PD: 1 x N tiling in a tile of one square, which moves.
//   changes   after each square the columns that the next one needs are moved to the left within
//             shared memory, and only the new ones are loaded
//   expected  version 4's shared memory, so as many resident blocks; more barriers
//   he saw    0.88x to 0.99x version 1; slower with every step of N, yet not with large radii
//   we see    an H200: 0.90x to 0.97x version 1: barriers and moving are work that no other version
//             has

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void tiling_moving(const GLOBAL uchar* in, GLOBAL uchar* out,
                   ARGUMENTS(LarssonArguments, args) LOCAL_PARAM(uint, tile)) {
  LOCAL_BODY(uint, tile)
  const int radius = RADIUS(args), row = padded_row(radius, 1), rows = GROUP_HEIGHT + 2 * radius;
  const int left = GROUP_X * GROUP_WIDTH * args.tiling, top = GROUP_Y * GROUP_HEIGHT;
  load_tile(tile, row, in, &args, left, top, GROUP_WIDTH + 2 * radius, rows);
  BARRIER();
  for (int square = 0; square < args.tiling; ++square) {
    const int start = left + square * GROUP_WIDTH;  // of this square's tile, in the image
    if (square > 0) {
      // A block's width of columns at a time: nobody reads what another thread overwrites.
      for (int first = 0; first < 2 * radius; first += GROUP_WIDTH) {
        const int column = first + LOCAL_X;
        if (column < 2 * radius)
          for (int y = LOCAL_Y; y < rows; y += GROUP_HEIGHT)
            tile[y * row + column] = tile[y * row + column + GROUP_WIDTH];
        BARRIER();
      }
      load_tile(tile + 2 * radius, row, in, &args, start + 2 * radius, top, GROUP_WIDTH, rows);
      BARRIER();
    }
    filter_from_tile(tile, row, LOCAL_Y * row + LOCAL_X, &args, start + LOCAL_X + radius,
                     top + LOCAL_Y + radius, out);
    BARRIER();
  }
}
