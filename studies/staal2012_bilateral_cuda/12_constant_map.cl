// SPDX-License-Identifier: Apache-2.0
// Rung 12 (his future work), constant memory: rung 8 with the spatial map in constant memory, whose
// cache gives one word to all work-items of a warp at once.
//   changes   SPACE for the map's buffer; the table is part of the program
//   expected  he named it as worth a look
//   he saw    he did not try it
//   we see    an H200: 0.99 of rung 8: nothing gained, as on PoCL.

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void constant_map(TEXTURE_1D in, GLOBAL float* out, ARGUMENTS(StaalArguments, args)) {
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
      add_tap_lean(centre, tap, SPACE[map_index(a, i, j)], a, &sums);
    }
  write_mean(&sums, out, index);
}
