// SPDX-License-Identifier: Apache-2.0
// Rung 7 (GPU_v7), one channel: a work-item for each sample; three launches, one for each plane.
//   changes   a third of the sums for each work-item; the planes are the host's work again, before and
//             after
//   expected  still fewer registers (23), so still more warps resident (88 %)
//   he saw    377 times the CPU; three launches together last 1.5 times as long as rung 5's one. The
//             picture had artefacts at the top and left, most of all in this rung: see README.md.
//   we see    an H200: its three launches have 0.86 (radius 4) to 0.91 (10) of rung 5's speed, 0.32
//             and 0.51 from end to end with the host's planes. Registers fall (44 after 52),
//             occupancy does not rise; index, border and map are computed and loaded three times.
//             PoCL: 0.8 and 0.6.

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void one_channel(TEXTURE_1D in, const GLOBAL float* map, GLOBAL float* out,
                 ARGUMENTS(StaalArguments, args)) {
  const StaalArguments* a = &args;
  const int index = GROUP_X * GROUP_WIDTH + LOCAL_X;
  if (index >= a->width * a->height) return;
  const int x = index % a->width, y = index / a->width;
  const float centre = TEXEL_1D(in, index);
  float weights = 0.0f, values = 0.0f;
  for (int i = -a->radius; i <= a->radius; ++i)
    for (int j = -a->radius; j <= a->radius; ++j) {
      const float tap = TEXEL_1D(in, tap_index(a, x + i, y + j));
      const float weight =
          map[map_index(a, i, j)] * range_weight_lean(centre - tap, a->variance, a->root);
      weights += weight;
      values += tap * weight;
    }
  out[index] = values / weights;
}
