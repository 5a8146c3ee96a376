// SPDX-License-Identifier: Apache-2.0
// Rung 6: the distance of two packed pixels by one instruction, |a - b| summed over four bytes
// (`vabsdiff4` of CUDA's PTX, where BYTE_SIMD). It adds a third number as well: with the bits of 2^23
// the sum is the float 2^23 + d as it stands, and a subtraction takes the place of the conversion.
//   local -> as in rung 5
// Expected: one instruction for eight (three differences, three absolute values, two additions), and
// a subtraction for a conversion. Costs: the fourth byte must be the same everywhere. Where there is
// no such instruction the bytes' distance is computed as before.
KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void byte_distance(const GLOBAL uchar* RESTRICT in, GLOBAL uchar* RESTRICT out,
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
      const float d = raised_distance(centre, word) - TWO_TO_23;
      add_weighted(&sums, (float)tap.red, (float)tap.green, (float)tap.blue,
                   EXP2(FMA(d * d, -a.range_gain, space[dx])));
    }
  }
  store_mean(out, x, y, a.width, sums);
}
