// SPDX-License-Identifier: Apache-2.0
// Tiles in shared memory whose pixels are words (rungs 4 to 8, 11 and 12).

// His equations 5.3 (tiling = 1) and 5.4: such that the threads of a warp, which lie in several rows
// where a block is narrower than 32, meet different banks.
DEVICE int padded_row(int radius, int tiling) {
  return (2 * radius + GROUP_WIDTH * (tiling - 1) + 31) / 32 * 32 + GROUP_WIDTH;
}

// His algorithm 1: the block's threads load columns x rows pixels from (left, top) on, as far as
// the image goes.
DEVICE void load_tile(LOCAL uint* tile, int row, const GLOBAL uchar* in, const LarssonArguments* a,
                      int left, int top, int columns, int rows) {
  const int right = MIN_INT(a->width, left + columns);
  const int bottom = MIN_INT(a->height, top + rows);
  for (int y = top + LOCAL_Y; y < bottom; y += GROUP_HEIGHT)
    for (int x = left + LOCAL_X; x < right; x += GROUP_WIDTH) {
      const Colour q = colour_at(in, a->width, x, y);
      tile[(y - top) * row + x - left] = word_of(&q);
    }
}

// The mean at (x, y); its window begins at `corner` in the tile.
DEVICE void filter_from_tile(const LOCAL uint* tile, int row, int corner, const LarssonArguments* a,
                             int x, int y, GLOBAL uchar* out) {
  const int radius = RADIUS(*a);
  if (x >= a->width - radius || y >= a->height - radius) return;
  const int middle = corner + radius * row + radius;
  const Colour centre = colour_of(tile[middle]);
  Sums sums;
  clear(&sums);
  for (int dy = -radius; dy <= radius; ++dy)
    TAPS for (int dx = -radius; dx <= radius; ++dx) {
      const Colour tap = colour_of(tile[middle + dy * row + dx]);
      add_tap(&sums, SPACE_AT(dx, dy), &centre, &tap, a->sigma_range);
    }
  write_mean(out, a->width, x, y, &sums);
}

// 1 x N tiling: the block filters the square that it stands on, then steps to the right by its
// width, `tiling` times in all.
DEVICE void filter_squares(const LOCAL uint* tile, int row, const LarssonArguments* a, int left,
                           int top, int tiling, GLOBAL uchar* out) {
  for (int square = 0; square < tiling; ++square) {
    const int column = square * GROUP_WIDTH + LOCAL_X;
    filter_from_tile(tile, row, LOCAL_Y * row + column, a, left + column + RADIUS(*a),
                     top + LOCAL_Y + RADIUS(*a), out);
  }
}
