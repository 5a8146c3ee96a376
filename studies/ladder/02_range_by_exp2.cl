// SPDX-License-Identifier: Apache-2.0
// Rung 2: the range's weight is computed, not looked up. exp(-d^2 / 2 sigma^2) is 2^(-gain d^2), with
// log2(e) and all constants folded into `range_scale` by the host; a GPU has one instruction for 2^x.
//   local -> space [2 radius + 1][2 radius + 1] floats, then the tile, 3 bytes a pixel
// Expected: loads from one table queued for banks wherever neighbours differ; the special-function
// unit does not care what the numbers are. A table of 3 KiB for each group is gone too.
// Costs: a conversion and two multiplications for each tap.
// On an H200: 0.90 of rung 1's speed. Two instructions more for each tap cost what their count says; a queue
// for banks does not show.
KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void range_by_exp2(const GLOBAL uchar* RESTRICT in, GLOBAL uchar* RESTRICT out,
                   const GLOBAL float* RESTRICT space_table,
                   ARGUMENTS(LadderArguments, a) LOCAL_PARAM(float, memory)) {
  LOCAL_BODY(float, memory)
  const int side = 2 * a.radius + 1, pitch = tile_pitch(a.radius);
  LOCAL float* space = memory;
  LOCAL uchar* tile = (LOCAL uchar*)(space + side * side);
  copy_table(space_table, space, side * side);
  FILL_TILE(PUT_BYTES)
  BARRIER();

  const int x = GROUP_X * GROUP_WIDTH + LOCAL_X, y = GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (x >= a.width || y >= a.height) return;
  const int here = (LOCAL_Y + a.radius) * pitch + LOCAL_X + a.radius;
  const Bytes centre = bytes_in_tile(tile, here);
  Sums sums = no_sums();
  for (int dy = -a.radius; dy <= a.radius; ++dy)
    for (int dx = -a.radius; dx <= a.radius; ++dx) {
      if (dx * dx + dy * dy > a.radius * a.radius) continue;
      const Bytes tap = bytes_in_tile(tile, here + dy * pitch + dx);
      const float d = (float)distance_of(centre, tap);
      const float near = space[(dy + a.radius) * side + dx + a.radius];
      add_weighted(&sums, (float)tap.red, (float)tap.green, (float)tap.blue,
                   near * EXP2(d * d * -a.range_scale));
    }
  store_mean(out, x, y, a.width, sums);
}
