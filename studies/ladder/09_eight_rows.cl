// SPDX-License-Identifier: Apache-2.0
// Rung 9: an item computes eight pixels below one another (on processors two: code for eight only takes long
// to compile). A neighbour is a tap of all of them, each at another place of its window, so what is loaded and
// unpacked once is used eight times; so is the exponent over space, since the pixels' taps of one
// step lie at one place of their windows. The disc is walked column by column, and a column's taps
// slide through eight registers (walk.h).
//   one group -> 32 x (4 * 8) pixels;  local -> exponents, extents and the tile as in rung 5
// Expected: per tap an eighth of the loads, permutations, subtractions and of the loop; left are
// distance, exponent, 2^x and four sums. Costs: seven taps more at the start of each column, sums of
// eight pixels in registers, fewer groups on a multiprocessor. Sums are now taken in columns.
// On an H200: 1.79 times rung 8 (1920x1080: 1.72), the largest step.
#define SPACE_IN_TABLE(dx, dy, y) exponents[((dx) + a.radius) * side + (dy) + a.radius]

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void eight_rows(const GLOBAL uchar* RESTRICT in, GLOBAL uchar* RESTRICT out,
                const GLOBAL float* RESTRICT exponent_table, const GLOBAL float* RESTRICT extent_table,
                ARGUMENTS(LadderArguments, a) LOCAL_PARAM(float, memory)) {
  LOCAL_BODY(float, memory)
  OPEN_DISC_TILE(uint, PUT_WORD)
  SUM_ROWS(LOAD_WORD, SPACE_IN_TABLE, NOTHING)
  STORE_ROWS(store_mean, sums)
}
