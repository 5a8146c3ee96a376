// SPDX-License-Identifier: Apache-2.0
// Rung 6 (GPU_v6), three textures: each channel is a texture of its own, so that neighbours in a row
// are neighbours in memory.
//   changes   the image as three planes, which the host makes of it before it sends them
//   expected  better use of the texture cache
//   he saw    321 times the CPU after 1011, since his time includes the host's work; the kernel alone
//             was 1 % slower. He saw late that blocks of 256 keep fewer warps resident than 192
//             would: both are run here, and with planes from the start.
//   we see    an H200: the kernel has 0.94 to 0.95 of rung 5's speed, 0.99 with blocks of 192, as
//             he suspected; with the host's planes 0.48 (radius 4) and 0.66 (10) from end to end.
//             PoCL: rung 5's time.

DEVICE void fetch_planes(TEXTURE_1D red, TEXTURE_1D green, TEXTURE_1D blue, int index,
                         float* pixel) {
  pixel[0] = TEXEL_1D(red, index);
  pixel[1] = TEXEL_1D(green, index);
  pixel[2] = TEXEL_1D(blue, index);
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void three_textures(TEXTURE_1D red, TEXTURE_1D green, TEXTURE_1D blue, const GLOBAL float* map,
                    GLOBAL float* out, ARGUMENTS(StaalArguments, args)) {
  const StaalArguments* a = &args;
  const int index = GROUP_X * GROUP_WIDTH + LOCAL_X;
  if (index >= a->width * a->height) return;
  const int x = index % a->width, y = index / a->width;
  float centre[3], tap[3];
  fetch_planes(red, green, blue, index, centre);
  Sums sums;
  no_taps(&sums);
  for (int i = -a->radius; i <= a->radius; ++i)
    for (int j = -a->radius; j <= a->radius; ++j) {
      fetch_planes(red, green, blue, tap_index(a, x + i, y + j), tap);
      add_tap_lean(centre, tap, map[map_index(a, i, j)], a, &sums);
    }
  write_mean(&sums, out, index);
}
