// SPDX-License-Identifier: Apache-2.0
// Rung 5: a pixel of the tile is one word, three bytes and a gap.
//   local -> exponents [2 radius + 1][2 radius + 1] floats, extents [2 radius + 1], then the tile, a word a pixel
// Expected: one load for each tap in place of three. Local memory serves 32 words a clock, whether a
// word was asked for or a byte. A byte that was loaded becomes a float in the unit that computes 2^x;
// one that shifts made a whole number does not, from compute capability 8.6 on.
// Costs: a third more local memory, and shifts and masks that take the bytes out again.
KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void packed_pixels(const GLOBAL uchar* RESTRICT in, GLOBAL uchar* RESTRICT out,
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
  const Bytes centre = unpacked(tile[here]);
  Sums sums = no_sums();
  for (int dy = -a.radius; dy <= a.radius; ++dy) {
    const int extent = (int)extents[dy + a.radius];
    const LOCAL float* space = exponents + (dy + a.radius) * side + a.radius;
    for (int dx = -extent; dx <= extent; ++dx) {
      const Bytes tap = unpacked(tile[here + dy * pitch + dx]);
      const float d = (float)distance_of(centre, tap);
      add_weighted(&sums, (float)tap.red, (float)tap.green, (float)tap.blue,
                   EXP2(FMA(d * d, -a.range_gain, space[dx])));
    }
  }
  store_mean(out, x, y, a.width, sums);
}
