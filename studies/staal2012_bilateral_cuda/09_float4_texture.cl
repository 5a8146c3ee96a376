// SPDX-License-Identifier: Apache-2.0
// Rung 9 (his future work), float4 texture: rung 8 with one texel of four samples for each pixel, the
// fourth unused.
//   changes   one fetch for three; a third more memory, which the host lays out
//   expected  more hits in the texture cache, for a wasted sample
//   he saw    he did not try it
//   we see    an H200: the kernel is 1.03 times as fast as rung 8's; with the host's layout 0.31
//             (radius 4) and 0.51 (10) from end to end. PoCL: 1.4 times.

DEVICE void fetch_wide(TEXTURE_1D image, int index, float* pixel) {
  const float4 texel = TEXEL4_1D(image, index);
  pixel[0] = texel.x;
  pixel[1] = texel.y;
  pixel[2] = texel.z;
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void float4_texture(TEXTURE_1D in, const GLOBAL float* map, GLOBAL float* out,
                    ARGUMENTS(StaalArguments, args)) {
  const StaalArguments* a = &args;
  const int x = GROUP_X * GROUP_WIDTH + LOCAL_X, y = GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (x >= a->width || y >= a->height) return;
  const int index = y * a->width + x;
  float centre[3], tap[3];
  fetch_wide(in, index, centre);
  Sums sums;
  no_taps(&sums);
  for (int i = -a->radius; i <= a->radius; ++i)
    for (int j = -a->radius; j <= a->radius; ++j) {
      fetch_wide(in, tap_index(a, x + i, y + j), tap);
      add_tap_lean(centre, tap, map[map_index(a, i, j)], a, &sums);
    }
  write_mean(&sums, out, index);
}
