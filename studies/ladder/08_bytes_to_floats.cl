// SPDX-License-Identifier: Apache-2.0
// Rung 8: bytes become floats without a conversion. A permutation of bytes puts one into the lowest
// place of 0x4b000000, which are the bits of 2^23 + byte, and 2^23 is subtracted (BYTE_TO_FLOAT of
// the dialect; in OpenCL, which has no such permutation, it is a conversion and this rung is rung 7).
//   local -> as in rung 5
// Expected: six instructions for eight (two shifts, three masks, three conversions). Before compute
// capability 8.6 more: there every conversion takes the unit that computes 2^x, a quarter as wide.
// Costs: nothing.
KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void bytes_to_floats(const GLOBAL uchar* RESTRICT in, GLOBAL uchar* RESTRICT out,
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
      const float far = FMA(raised_distance(centre, word), a.range_root, -TWO_TO_23 * a.range_root);
      add_weighted(&sums, BYTE_TO_FLOAT(word, 0), BYTE_TO_FLOAT(word, 1), BYTE_TO_FLOAT(word, 2),
                   EXP2(FMA(-far, far, space[dx])));
    }
  }
  store_mean(out, x, y, a.width, sums);
}
