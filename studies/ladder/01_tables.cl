// SPDX-License-Identifier: Apache-2.0
// Rung 1, where the documents end: the image's tile and both weights' tables lie in local memory, and an item
// computes one pixel (tutorial_four_steps/04_image_in_local_memory.cl; groups of 32x8 here, so that a
// warp is a row of pixels and reads its tile without bank conflicts).
//   local -> space [2 radius + 1][2 radius + 1], range [RANGE_LENGTH] floats, then the tile, 3 bytes a pixel
// Costs: five loads from local memory for each tap, and the one from `range` goes wherever the
// distances of 32 neighbours point, so that they queue for the same banks.
// On an H200: 0.81 Ttap/s (3840x2160), 75 % of its ceiling.
KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void tables(const GLOBAL uchar* RESTRICT in, GLOBAL uchar* RESTRICT out,
            const GLOBAL float* RESTRICT space_table, const GLOBAL float* RESTRICT range_table,
            ARGUMENTS(LadderArguments, a) LOCAL_PARAM(float, memory)) {
  LOCAL_BODY(float, memory)
  const int side = 2 * a.radius + 1, pitch = tile_pitch(a.radius);
  LOCAL float* space = memory;
  LOCAL float* range = space + side * side;
  LOCAL uchar* tile = (LOCAL uchar*)(range + RANGE_LENGTH);
  copy_table(space_table, space, side * side);
  copy_table(range_table, range, RANGE_LENGTH);
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
      const float near = space[(dy + a.radius) * side + dx + a.radius];
      add_weighted(&sums, (float)tap.red, (float)tap.green, (float)tap.blue,
                   near * range[distance_of(centre, tap)]);
    }
  store_mean(out, x, y, a.width, sums);
}
