// SPDX-License-Identifier: Apache-2.0
// Step 4: the group's part of the image lies in local memory too, with a halo of the radius on all sides. The edge is
// settled while it is copied, so that the loop over taps clamps nothing.
//   local -> space (2 radius + 1)^2 floats, colour 768 floats,
//            then (GROUP_HEIGHT + 2 radius) x (GROUP_WIDTH + 2 radius) pixels of 3 bytes
// Expected: each pixel is read from global memory about once for the group, not once for each tap.
// Seen by the author: 318 us, three times faster than step 1, 55 times OpenCV.
// Seen here: 59 us on an H200, 1.14 times as fast as step 3, 1.5 times as step 1, 304 times OpenCV: global memory
// in the inner loop no longer costs much.
KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void image_in_local_memory(const GLOBAL uchar* RESTRICT in, GLOBAL uchar* RESTRICT out,
                           const GLOBAL float* RESTRICT space_table, const GLOBAL float* RESTRICT colour_table,
                           ARGUMENTS(FourSteps, a) LOCAL_PARAM(float, tables)) {
  LOCAL_BODY(float, tables)
  const int side = 2 * a.radius + 1;
  LOCAL float* space = tables;
  LOCAL float* colour = tables + side * side;
  LOCAL uchar* tile = (LOCAL uchar*)(colour + COLOUR_TABLE_LENGTH);
  const int tile_width = GROUP_WIDTH + 2 * a.radius, tile_height = GROUP_HEIGHT + 2 * a.radius;
  const int left = GROUP_X * GROUP_WIDTH - a.radius, top = GROUP_Y * GROUP_HEIGHT - a.radius;

  copy_table(space_table, space, side * side);
  copy_table(colour_table, colour, COLOUR_TABLE_LENGTH);
  for (int v = LOCAL_Y; v < tile_height; v += GROUP_HEIGHT)
    for (int u = LOCAL_X; u < tile_width; u += GROUP_WIDTH) {
      const Pixel p = pixel_at(in, clamped(left + u, a.width), clamped(top + v, a.height), a.width);
      LOCAL uchar* to = tile + 3 * (v * tile_width + u);
      to[0] = (uchar)p.red;
      to[1] = (uchar)p.green;
      to[2] = (uchar)p.blue;
    }
  BARRIER();

  const int x = GROUP_X * GROUP_WIDTH + LOCAL_X, y = GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (x >= a.width || y >= a.height) return;

  const Pixel centre = pixel_in_tile(tile, LOCAL_X + a.radius, LOCAL_Y + a.radius, tile_width);
  Sums sums = {0.0f, 0.0f, 0.0f, 0.0f};
  for (int ky = -a.radius; ky <= a.radius; ++ky)
    for (int kx = -a.radius; kx <= a.radius; ++kx) {
      if (kx * kx + ky * ky > a.radius * a.radius) continue;
      const Pixel tap =
          pixel_in_tile(tile, LOCAL_X + a.radius + kx, LOCAL_Y + a.radius + ky, tile_width);
      const float near = space[(ky + a.radius) * side + kx + a.radius];
      add_tap(&sums, tap, near * colour[distance_of(centre, tap)]);
    }
  store_mean(out, x, y, a.width, sums);
}
