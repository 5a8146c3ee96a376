// SPDX-License-Identifier: Apache-2.0
// Rung 5: a pixel of the tile is one word, three bytes and a gap.
//   local -> exponents [2 radius + 1][2 radius + 1] floats, extents [2 radius + 1], then the tile, a word a pixel
// Expected: one load for each tap in place of three. Local memory serves 32 words a clock, whether a
// word was asked for or a byte. A byte that was loaded becomes a float in the unit that computes 2^x;
// one that shifts made a whole number does not, from compute capability 8.6 on.
// Costs: a third more local memory, and shifts and masks that take the bytes out again.
// On an H200: 0.96 of rung 4's speed: 28.6 instructions for each tap after 25.6; loads were not the limit.
// The next rungs need it.
KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void packed_pixels(const GLOBAL uchar* RESTRICT in, GLOBAL uchar* RESTRICT out,
                   const GLOBAL float* RESTRICT exponent_table,
                   const GLOBAL float* RESTRICT extent_table,
                   ARGUMENTS(LadderArguments, a) LOCAL_PARAM(float, memory)) {
  LOCAL_BODY(float, memory)
  OPEN_DISC_TILE(uint, PUT_WORD)
  SUM_DISC(Bytes, UNPACKED_AT, add_bytes)
}
