// SPDX-License-Identifier: Apache-2.0
// Rung 4 (GPU_v4), texture: the image is a 1-D texture of samples (OpenCL: an image buffer), whose
// loads go through the texture cache.
//   changes   where pixels are loaded from
//   expected  a gain from the cache; he preferred it to shared memory, for which he found no scheme
//             without divergence
//   he saw    268 times the CPU after 194. His card could not count hits of the cache.
//   we see    an H200: nothing gained (1.00), nor on PoCL. Loads from global memory are cached
//             there too; that they hit is a guess, nobody counted.

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void texture_1d(TEXTURE_1D in, const GLOBAL float* map, GLOBAL float* out,
                ARGUMENTS(StaalArguments, args)) {
  const StaalArguments* a = &args;
  const int index = GROUP_X * GROUP_WIDTH + LOCAL_X;
  if (index >= a->width * a->height) return;
  const int x = index % a->width, y = index / a->width;
  float centre[3], tap[3], weight[3];
  fetch_pixel(in, index, centre);
  Sums sums;
  no_taps(&sums);
  for (int i = -a->radius; i <= a->radius; ++i)
    for (int j = -a->radius; j <= a->radius; ++j) {
      fetch_pixel(in, tap_index(a, x + i, y + j), tap);
      const float space = map[map_index(a, i, j)];
      UNROLL
      for (int c = 0; c < 3; ++c) weight[c] = space * range_weight_hardware(centre[c] - tap[c], a);
      add_tap(tap, weight, &sums);
    }
  write_mean(&sums, out, index);
}
