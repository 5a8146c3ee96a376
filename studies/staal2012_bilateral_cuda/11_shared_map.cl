// SPDX-License-Identifier: Apache-2.0
// Rung 11 (his future work), the spatial map in shared memory: rung 8 whose group first copies the
// map into local memory.
//   changes   local -> (2r + 1)^2 weights
//   expected  faster loads of the map, which he blamed for rung 2; he thought a map that is larger
//             than the group cumbersome. A loop in strides of the group takes any size.
//   he saw    he did not try it
//   we see    an H200: 1.02 times as fast as rung 8. PoCL: nothing gained.

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void shared_map(TEXTURE_1D in, const GLOBAL float* map, GLOBAL float* out,
                ARGUMENTS(StaalArguments, args) LOCAL_PARAM(float, local_map)) {
  LOCAL_BODY(float, local_map)
  const StaalArguments* a = &args;
  const int weights = (2 * a->radius + 1) * (2 * a->radius + 1);
  const int item = LOCAL_Y * GROUP_WIDTH + LOCAL_X;
  for (int t = item; t < weights; t += GROUP_WIDTH * GROUP_HEIGHT) local_map[t] = map[t];
  BARRIER();
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
      add_tap_lean(centre, tap, local_map[map_index(a, i, j)], a, &sums);
    }
  write_mean(&sums, out, index);
}
