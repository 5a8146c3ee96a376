// SPDX-License-Identifier: Apache-2.0
// Rung 14: the compiler is told that five groups shall fit on a multiprocessor (MIN_BLOCKS, in CUDA a
// bound of the registers: 65536 / (5 * 128) are 102, in steps of eight 96; OpenCL has no word for it, and this
// rung is rung 13). The text is rung 13's.
//   local -> as in rung 11
// Expected: a multiprocessor that waits for one group's tile has four others to compute. Costs: where the
// bound is too hard registers spill to memory: six groups were slower than none of this.
// On an H200: 1.03 times rung 13; 2.58 Ttap/s, 69 % of the ceiling, the fastest rung.
KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void five_groups(const GLOBAL uchar* RESTRICT in, GLOBAL uchar* RESTRICT out,
                 const GLOBAL float* RESTRICT extent_table,
                 ARGUMENTS(LadderArguments, a) LOCAL_PARAM(uint4, tile)) {
  LOCAL_BODY(uint4, tile)
  OPEN_WIDE_TILE(fill_inside_or_not(in, &a, tile);)
  SUM_ROWS(LOAD_WIDE, SPACE_IN_REGISTERS, NOTHING)
  STORE_ROWS(store_by_reciprocal, sums)
}
