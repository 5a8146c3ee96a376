// SPDX-License-Identifier: Apache-2.0
// Rung 4: a loop runs over the disc's taps alone. How far each row of the disc reaches comes from a
// table of 2 radius + 1 entries; before, every place of the square was tested.
//   local -> exponents [2 radius + 1][2 radius + 1] floats, extents [2 radius + 1], then the tile
// Expected: a third of the places (r = 7: 76 of 225) was visited for nothing, and each of the others
// paid for its test. Costs: a load for each row of the window.
KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void rows_of_the_disc(const GLOBAL uchar* RESTRICT in, GLOBAL uchar* RESTRICT out,
                      const GLOBAL float* RESTRICT exponent_table,
                      const GLOBAL float* RESTRICT extent_table,
                      ARGUMENTS(LadderArguments, a) LOCAL_PARAM(float, memory)) {
  LOCAL_BODY(float, memory)
  const int side = 2 * a.radius + 1, pitch = tile_pitch(a.radius);
  LOCAL float* exponents = memory;
  LOCAL float* extents = exponents + side * side;
  LOCAL uchar* tile = (LOCAL uchar*)(extents + side);
  copy_table(exponent_table, exponents, side * side);
  copy_table(extent_table, extents, side);
  FILL_TILE(PUT_BYTES)
  BARRIER();

  const int x = GROUP_X * GROUP_WIDTH + LOCAL_X, y = GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (x >= a.width || y >= a.height) return;
  const int here = (LOCAL_Y + a.radius) * pitch + LOCAL_X + a.radius;
  const Bytes centre = bytes_in_tile(tile, here);
  Sums sums = no_sums();
  for (int dy = -a.radius; dy <= a.radius; ++dy) {
    const int extent = (int)extents[dy + a.radius];
    const LOCAL float* space = exponents + (dy + a.radius) * side + a.radius;
    for (int dx = -extent; dx <= extent; ++dx) {
      const Bytes tap = bytes_in_tile(tile, here + dy * pitch + dx);
      const float d = (float)distance_of(centre, tap);
      add_weighted(&sums, (float)tap.red, (float)tap.green, (float)tap.blue,
                   EXP2(FMA(d * d, -a.range_gain, space[dx])));
    }
  }
  store_mean(out, x, y, a.width, sums);
}
