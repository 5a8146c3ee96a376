// SPDX-License-Identifier: Apache-2.0
// Rung 7: gain d^2 is (root d)^2 with root = sqrt(gain), and root d is root (2^23 + d) - 2^23 root: one
// fused multiply-add does what a subtraction and a multiplication did. Nothing is lost in it: 2^23 root
// is exact, and the product is not rounded before the subtraction.
//   local -> as in rung 5
// Expected: two instructions from distance to exponent, not three. Costs: nothing.
KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void folded_scale(const GLOBAL uchar* RESTRICT in, GLOBAL uchar* RESTRICT out,
                  const GLOBAL float* RESTRICT exponent_table,
                  const GLOBAL float* RESTRICT extent_table,
                  ARGUMENTS(LadderArguments, a) LOCAL_PARAM(float, memory)) {
  LOCAL_BODY(float, memory)
  const int side = 2 * a.radius + 1, pitch = tile_pitch(a.radius);
  LOCAL float* exponents = memory;
  LOCAL float* extents = exponents + side * side;
  LOCAL uint* tile = (LOCAL uint*)(extents + side);
  copy_table(exponent_table, exponents, side * side);
  copy_table(extent_table, extents, side);
  FILL_TILE(PUT_WORD)
  BARRIER();

  const int x = GROUP_X * GROUP_WIDTH + LOCAL_X, y = GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (x >= a.width || y >= a.height) return;
  const int here = (LOCAL_Y + a.radius) * pitch + LOCAL_X + a.radius;
  const uint centre = tile[here];
  Sums sums = no_sums();
  for (int dy = -a.radius; dy <= a.radius; ++dy) {
    const int extent = (int)extents[dy + a.radius];
    const LOCAL float* space = exponents + (dy + a.radius) * side + a.radius;
    for (int dx = -extent; dx <= extent; ++dx) {
      const uint word = tile[here + dy * pitch + dx];
      const Bytes tap = unpacked(word);
      const float far = FMA(raised_distance(centre, word), a.range_root, -TWO_TO_23 * a.range_root);
      add_weighted(&sums, (float)tap.red, (float)tap.green, (float)tap.blue,
                   EXP2(FMA(-far, far, space[dx])));
    }
  }
  store_mean(out, x, y, a.width, sums);
}
