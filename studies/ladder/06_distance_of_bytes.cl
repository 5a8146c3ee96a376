// SPDX-License-Identifier: Apache-2.0
// Rung 6: the distance of two packed pixels by one instruction, |a - b| summed over four bytes
// (`vabsdiff4` of CUDA's PTX, where BYTE_SIMD). It adds a third number as well: with the bits of 2^23
// the sum is the float 2^23 + d as it stands, and a subtraction takes the place of the conversion.
//   local -> as in rung 5
// Expected: one instruction for eight (three differences, three absolute values, two additions), and
// a subtraction for a conversion. Costs: the fourth byte must be the same everywhere. Where there is
// no such instruction the bytes' distance is computed as before.
// On an H200: 1.28 times rung 5.

DEVICE void add_by_byte_distance(Sums* sums, uint centre, uint word, float space,
                                 const LadderArguments* a) {
  const Bytes tap = unpacked(word);
  const float d = raised_distance(centre, word) - TWO_TO_23;
  add_weighted(sums, (float)tap.red, (float)tap.green, (float)tap.blue,
               EXP2(FMA(d * d, -a->range_scale, space)));
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void distance_of_bytes(const GLOBAL uchar* RESTRICT in, GLOBAL uchar* RESTRICT out,
                   const GLOBAL float* RESTRICT exponent_table,
                   const GLOBAL float* RESTRICT extent_table,
                   ARGUMENTS(LadderArguments, a) LOCAL_PARAM(float, memory)) {
  LOCAL_BODY(float, memory)
  OPEN_DISC_TILE(uint, PUT_WORD)
  SUM_DISC(uint, WORD_AT, add_by_byte_distance)
}
