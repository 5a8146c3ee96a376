// SPDX-License-Identifier: Apache-2.0
// Rung 15, a step aside for accuracy: each column of the window has sums of its own, which are added to the
// totals at its end. The rounding error of a sum of n numbers in turn grows with n; of columns, with
// the longest column and their count (r = 7: 15 + 15, not 149).
//   local -> as in rung 11; four groups on a multiprocessor, since registers for five would spill
// Expected: slower, by four additions for each column and pixel and by the totals' registers. Bytes do not
// need it where windows are small: the product sums so above 600 taps, finer types in pieces shorter still.
// On an H200: 0.90 of rung 14's speed (1920x1080: 0.91), for 273 samples unlike the reference in place of
// 713.
#define ADD_COLUMNS                           \
  UNROLL for (int j = 0; j < ROWS; ++j) {     \
    totals[j].red += sums[j].red;             \
    totals[j].green += sums[j].green;         \
    totals[j].blue += sums[j].blue;           \
    totals[j].weights += sums[j].weights;     \
    sums[j] = no_sums();                      \
  }

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void short_sums(const GLOBAL uchar* RESTRICT in, GLOBAL uchar* RESTRICT out,
                const GLOBAL float* RESTRICT extent_table,
                ARGUMENTS(LadderArguments, a) LOCAL_PARAM(uint4, tile)) {
  LOCAL_BODY(uint4, tile)
  OPEN_WIDE_TILE(fill_inside_or_not(in, &a, tile);)
  Sums totals[ROWS];
  UNROLL for (int j = 0; j < ROWS; ++j) totals[j] = no_sums();
  SUM_ROWS(LOAD_WIDE, SPACE_IN_REGISTERS, ADD_COLUMNS)
  STORE_ROWS(store_by_reciprocal, totals)
}
