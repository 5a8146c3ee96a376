// SPDX-License-Identifier: Apache-2.0
// Rung 7: gain d^2 is (root d)^2 with root = sqrt(gain), and root d is root (2^23 + d) - 2^23 root: one
// fused multiply-add does what a subtraction and a multiplication did. Nothing is lost in it: 2^23 root
// is exact, and the product is not rounded before the subtraction.
//   local -> as in rung 5
// Expected: two instructions from distance to exponent, not three. Costs: nothing.
// On an H200: 1.01 times rung 6.

DEVICE void add_folded(Sums* sums, uint centre, uint word, float space, const LadderArguments* a) {
  const Bytes tap = unpacked(word);
  const float far = FMA(raised_distance(centre, word), a->range_root, -TWO_TO_23 * a->range_root);
  add_weighted(sums, (float)tap.red, (float)tap.green, (float)tap.blue, EXP2(FMA(-far, far, space)));
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void folded_scale(const GLOBAL uchar* RESTRICT in, GLOBAL uchar* RESTRICT out,
                  const GLOBAL float* RESTRICT exponent_table,
                  const GLOBAL float* RESTRICT extent_table,
                  ARGUMENTS(LadderArguments, a) LOCAL_PARAM(float, memory)) {
  LOCAL_BODY(float, memory)
  OPEN_DISC_TILE(uint, PUT_WORD)
  SUM_DISC(uint, WORD_AT, add_folded)
}
