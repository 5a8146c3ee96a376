// SPDX-License-Identifier: Apache-2.0
// Rung 2 (GPU_v2), spatial map: the spatial Gaussian depends on the distance alone, so the host
// computes it once, and a tap reads it from global memory.
//   changes   one load for the spatial Gaussian's three powers and its exponential
//   expected  a clear gain
//   he saw    116 times the CPU after 101: little, which he put down to the map's loads, the same
//             address for all work-items
//   we see    an H200: the kernel is 1.33 times as fast at both radii; PoCL: 1.7 times. So the
//             map's loads cannot have eaten his gain; the range's powers, which stayed, are the
//             cost.

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void spatial_map(const GLOBAL float* in, const GLOBAL float* map, GLOBAL float* out,
                 ARGUMENTS(StaalArguments, args)) {
  const StaalArguments* a = &args;
  const int index = GROUP_X * GROUP_WIDTH + LOCAL_X;
  if (index >= a->width * a->height) return;
  const int x = index % a->width, y = index / a->width;
  float centre[3], tap[3], weight[3];
  load_pixel(in, index, centre);
  Sums sums;
  no_taps(&sums);
  for (int i = -a->radius; i <= a->radius; ++i)
    for (int j = -a->radius; j <= a->radius; ++j) {
      load_pixel(in, tap_index(a, x + i, y + j), tap);
      const float space = map[map_index(a, i, j)];
      UNROLL
      for (int c = 0; c < 3; ++c) weight[c] = space * range_weight(centre[c] - tap[c], a);
      add_tap(tap, weight, &sums);
    }
  write_mean(&sums, out, index);
}
