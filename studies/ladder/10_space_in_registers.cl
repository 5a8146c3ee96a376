// SPDX-License-Identifier: Apache-2.0
// Rung 10: the exponent over space is computed too: -gain dx^2 once for each column, and from it
// -gain dy^2 further by one fused multiply-add for each step, that is for eight taps.
//   local -> extents [2 radius + 1], then the tile, a word a pixel
// Expected: a load that all items of a warp wait for, with its address, becomes two instructions without
// memory; the table, which each group copied, is gone. Costs: the exponent is rounded twice.
// On an H200: 0.93 of rung 9's speed: the table's load was cheaper than two instructions, or than a resident
// group (four after five; which of both is not known).
KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void space_in_registers(const GLOBAL uchar* RESTRICT in, GLOBAL uchar* RESTRICT out,
                        const GLOBAL float* RESTRICT extent_table,
                        ARGUMENTS(LadderArguments, a) LOCAL_PARAM(float, memory)) {
  LOCAL_BODY(float, memory)
  const int side = 2 * a.radius + 1, pitch = tile_pitch(a.radius);
  LOCAL float* extents = memory;
  LOCAL uint* tile = (LOCAL uint*)(extents + side);
  copy_table(extent_table, extents, side);
  FILL_TILE(PUT_WORD)
  BARRIER();
  SUM_ROWS(LOAD_WORD, SPACE_IN_REGISTERS, NOTHING)
  STORE_ROWS(store_mean, sums)
}
