// SPDX-License-Identifier: Apache-2.0
// Rung 4: a loop runs over the disc's taps alone. How far each row of the disc reaches comes from a
// table of 2 radius + 1 entries; before, every place of the square was tested.
//   local -> exponents [2 radius + 1][2 radius + 1] floats, extents [2 radius + 1], then the tile
// Expected: a third of the places (r = 7: 76 of 225) was visited for nothing, and each of the others
// paid for its test. Costs: a load for each row of the window.
// On an H200: 1.19 times rung 3, and 84 % of its ceiling, the most of all rungs.
KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void rows_of_the_disc(const GLOBAL uchar* RESTRICT in, GLOBAL uchar* RESTRICT out,
                      const GLOBAL float* RESTRICT exponent_table,
                      const GLOBAL float* RESTRICT extent_table,
                      ARGUMENTS(LadderArguments, a) LOCAL_PARAM(float, memory)) {
  LOCAL_BODY(float, memory)
  OPEN_DISC_TILE(uchar, PUT_BYTES)
  SUM_DISC(Bytes, BYTES_AT, add_bytes)
}
