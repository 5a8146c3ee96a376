// SPDX-License-Identifier: Apache-2.0
// Rung 8 (GPU_v8), 2-D grid: rung 5 with blocks of 16 x 12 pixels in place of 192 in a row, whose
// windows overlap more.
//   changes   which pixels a group has; no division for x and y
//   expected  more hits in the texture cache
//   he saw    1002 times the CPU where rung 5 had 1011 (radius 4), 1665 after 1653 (radius 10): his
//             headline
//   we see    an H200: the kernel is 1.03 (radius 4) and 1.07 times (10) as fast as rung 5's; from
//             end to end 2293 and 5146 times one thread. PoCL: rung 5's time.

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void grid_2d(TEXTURE_1D in, const GLOBAL float* map, GLOBAL float* out,
             ARGUMENTS(StaalArguments, args)) {
  const StaalArguments* a = &args;
  const int x = GROUP_X * GROUP_WIDTH + LOCAL_X, y = GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (x >= a->width || y >= a->height) return;
  const int index = y * a->width + x;
  float centre[3], tap[3];
  fetch_pixel(in, index, centre);
  Sums sums;
  no_taps(&sums);
  for (int i = -a->radius; i <= a->radius; ++i)
    for (int j = -a->radius; j <= a->radius; ++j) {
      fetch_pixel(in, tap_index(a, x + i, y + j), tap);
      add_tap_lean(centre, tap, map[map_index(a, i, j)], a, &sums);
    }
  write_mean(&sums, out, index);
}
