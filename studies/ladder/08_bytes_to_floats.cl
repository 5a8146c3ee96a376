// SPDX-License-Identifier: Apache-2.0
// Rung 8: bytes become floats without a conversion. A permutation of bytes puts one into the lowest
// place of 0x4b000000, which are the bits of 2^23 + byte, and 2^23 is subtracted (BYTE_TO_FLOAT of
// the dialect; in OpenCL, which has no such permutation, it is a conversion and this rung is rung 7).
//   local -> as in rung 5
// Expected: six instructions for eight (two shifts, three masks, three conversions). Before compute
// capability 8.6 more: there every conversion takes the unit that computes 2^x, a quarter as wide.
// Costs: nothing.
// On an H200: 1.17 times rung 7 (1920x1080: 1.16).

DEVICE void add_word(Sums* sums, uint centre, uint word, float space, const LadderArguments* a) {
  const Tap tap = tap_of_word(word), middle = tap_of_word(centre);
  add_tap(&tap, &middle, space, a->range_root, sums);
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void bytes_to_floats(const GLOBAL uchar* RESTRICT in, GLOBAL uchar* RESTRICT out,
                     const GLOBAL float* RESTRICT exponent_table,
                     const GLOBAL float* RESTRICT extent_table,
                     ARGUMENTS(LadderArguments, a) LOCAL_PARAM(float, memory)) {
  LOCAL_BODY(float, memory)
  OPEN_DISC_TILE(uint, PUT_WORD)
  SUM_DISC(uint, WORD_AT, add_word)
}
