// SPDX-License-Identifier: Apache-2.0
// IN_BLOCKS: an image of more channels than a kernel has, in blocks of RESULT channels, all of them
// in one launch. Groups, or rows of items, that are numbered one after another have all blocks of
// the same pixels, so that the sectors of interleaved pixels come from caches for all blocks but
// one. The last block ends with the last channel; what it shares with the one before is computed
// twice, to the same bits. Read after samples.h.
//
// Flags: a byte for each row of items, 1 if one of its sums was not finite. A pixel whose window
// has a hole in any channel thus has a flag. The flags of a column of pixels, flag_pixels wide, lie
// side by side, between.pixel of them; between.row of them belong to `rows` rows of the image.

#if IN_BLOCKS
#define COLUMN(a, i) ((i) / (a)->blocks)
#define FIRST_CHANNEL(a, i) MIN_INT((i) % (a)->blocks * RESULT, (a)->channels - RESULT)
#else
#define COLUMN(a, i) (i)
#endif

// Sets the flag of row of items i, if `hole` is set in one of its items. `mark`: shared by them.
DEVICE void set_flag(GLOBAL uchar* flags, const SelvageLinear* a, int i, int hole,
                     LOCAL int* mark) {
  BARRIER();
  if (LOCAL_X == 0) *mark = 0;
  BARRIER();
  if (hole) *mark = 1;
  BARRIER();
  const int row = (a->y0 - a->first_row) / a->rows + GROUP_Y;
  if (LOCAL_X == 0 && i < a->between.row) flags[(i64)row * a->between.row + i] = (uchar)*mark;
}

// Returns whether a flag near the pixels x0 <= x < x1, y0 <= y < y1 is set.
DEVICE int has_flag(const GLOBAL uchar* flags, const SelvageLinear* a, int x0, int y0, int x1,
                    int y1, LOCAL int* mark) {
  const int columns = a->between.row / a->between.pixel, rows = a->flag_rows;
  const int left = MIN_INT(MAX_INT(x0 - a->left, 0) / a->flag_pixels, columns - 1);
  const int right = MIN_INT(MAX_INT(x1 - 1 - a->left, 0) / a->flag_pixels, columns - 1);
  const int top = MIN_INT(MAX_INT(y0 - a->first_row, 0) / a->rows, rows - 1);
  const int bottom = MIN_INT(MAX_INT(y1 - 1 - a->first_row, 0) / a->rows, rows - 1);
  const int begin = left * a->between.pixel, end = (right + 1) * a->between.pixel;
  const int item = LOCAL_Y * GROUP_WIDTH + LOCAL_X;
  if (item == 0) *mark = 0;
  BARRIER();
  for (int row = top; row <= bottom; ++row)
    for (int i = begin + item; i < end; i += GROUP_WIDTH * GROUP_HEIGHT)
      if (flags[(i64)row * a->between.row + i]) *mark = 1;
  BARRIER();
  return *mark;
}
