// SPDX-License-Identifier: Apache-2.0
// Rung 2: a tile with its halo in local memory; only pixels that are used are loaded.
//   one group -> GROUP_WIDTH x GROUP_HEIGHT pixels
//   local     -> [GROUP_HEIGHT + 2 RADIUS][GROUP_WIDTH + 2 RADIUS], a row padded to an odd
//                length, so that items which go down a column write to banks of their own
//   one item  -> loads its pixel; the first items also load the ring around the tile
// What changes:    a pixel is loaded (1 + 2 RADIUS / GROUP_WIDTH)(1 + 2 RADIUS / GROUP_HEIGHT)
//                  times instead of (2 RADIUS + 1)^2.
// Author expected: magnitudes, more for large windows.
// Author saw:      he states no time.
// What we see:     on an H200 0.83 of rung 1's speed at 3x3, 2.5 times it at 33x33: a gain, no
//                  magnitudes. PoCL: 0.8 and equal, local memory is ordinary memory there.

#define TILE_WIDTH (GROUP_WIDTH + 2 * RADIUS)
#define TILE_PITCH (TILE_WIDTH | 1)
#define FLAT (2 * RADIUS * TILE_WIDTH)            // the ring's rows above and below
#define RING (FLAT + 2 * RADIUS * GROUP_HEIGHT)  // and its columns at the sides

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void convolution_tile(GLOBAL float* RESTRICT to, const GLOBAL float* RESTRICT from,
                      ARGUMENTS(CourseImage, image)) {
  LOCAL_ARRAY float tile[GROUP_HEIGHT + 2 * RADIUS][TILE_PITCH];
  const int left = GROUP_X * GROUP_WIDTH, top = GROUP_Y * GROUP_HEIGHT;
  const int x = left + LOCAL_X, y = top + LOCAL_Y;
  tile[LOCAL_Y + RADIUS][LOCAL_X + RADIUS] = sample_or_zero(from, &image, x, y);
  for (int i = LOCAL_Y * GROUP_WIDTH + LOCAL_X; i < RING; i += GROUP_WIDTH * GROUP_HEIGHT) {
    int tx, ty;
    if (i < FLAT) {
      tx = i % TILE_WIDTH;
      ty = i / TILE_WIDTH;
      if (ty >= RADIUS) ty += GROUP_HEIGHT;
    } else {
      tx = (i - FLAT) / GROUP_HEIGHT;
      ty = (i - FLAT) % GROUP_HEIGHT + RADIUS;
      if (tx >= RADIUS) tx += GROUP_WIDTH;
    }
    tile[ty][tx] = sample_or_zero(from, &image, left + tx - RADIUS, top + ty - RADIUS);
  }
  BARRIER();
  if (x < image.width && y < image.height)
    to[y * image.pitch + x] = window_sum(&tile[LOCAL_Y + RADIUS][LOCAL_X + RADIUS], TILE_PITCH);
}
