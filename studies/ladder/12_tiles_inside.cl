// SPDX-License-Identifier: Apache-2.0
// Rung 12: the tile is loaded by a loop that knows no border wherever it lies inside the image, which is
// nearly everywhere, four of its loads at a time; and where an item's next pixel lies is found by
// additions, not by a division and a remainder for each (wide.h).
//   local -> as in rung 11
// Expected: nothing for the taps, but the (32 + 2 radius)^2 pixels of a tile are loaded for 32 x 32 results, at r = 7
// two each, and each cost two divisions and four comparisons. Loads that do not wait for one another
// hide their latency. Costs: the loop twice in the program.
// On an H200: 1.02 times rung 11 (1920x1080: 1.01).
KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void tiles_inside(const GLOBAL uchar* RESTRICT in, GLOBAL uchar* RESTRICT out,
                  const GLOBAL float* RESTRICT extent_table,
                  ARGUMENTS(LadderArguments, a) LOCAL_PARAM(uint4, tile)) {
  LOCAL_BODY(uint4, tile)
  OPEN_WIDE_TILE(fill_inside_or_not(in, &a, tile);)
  SUM_ROWS(LOAD_WIDE, SPACE_IN_REGISTERS, NOTHING)
  STORE_ROWS(store_mean, sums)
}
