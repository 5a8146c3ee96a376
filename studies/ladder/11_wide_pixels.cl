// SPDX-License-Identifier: Apache-2.0
// Rung 11: a pixel of the tile is four words, its bytes and its samples as floats, and is loaded by one
// instruction of 16 bytes. Bytes become floats once for each pixel of the tile, not once for
// each time that it is loaded.
//   local -> the tile, four words a pixel, then extents [2 radius + 1]
// Expected: six instructions less for each load, three quarters of one for each tap. Costs: four
// times the local memory (r = 7: 34 KiB a group), and a load takes its bandwidth fourfold.
// On an H200: 1.12 times rung 10, 1.05 times rung 9. Without rung 10 it was not tried.
KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void wide_pixels(const GLOBAL uchar* RESTRICT in, GLOBAL uchar* RESTRICT out,
                 const GLOBAL float* RESTRICT extent_table,
                 ARGUMENTS(LadderArguments, a) LOCAL_PARAM(uint4, tile)) {
  LOCAL_BODY(uint4, tile)
  OPEN_WIDE_TILE(FILL_TILE(PUT_WIDE))
  SUM_ROWS(LOAD_WIDE, SPACE_IN_REGISTERS, NOTHING)
  STORE_ROWS(store_mean, sums)
}
