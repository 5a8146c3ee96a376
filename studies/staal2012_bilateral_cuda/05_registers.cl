// SPDX-License-Identifier: Apache-2.0
// Rung 5 (GPU_v5), fewer registers: the Gaussian squares by a product and takes the variance and the
// root from the host, so that neither a power nor what it keeps in registers is left.
//   changes   range_weight_lean for range_weight_hardware; blocks of 192
//   expected  more warps resident (34 registers for 51), which hide more of the memory's latency
//   he saw    1011 times the CPU after 268, the largest step after the first
//   we see    an H200: the kernel is 2.6 (radius 4) to 2.7 times (10) as fast, again the largest
//             step after the first; PoCL: 30 times. Not by registers: there are more (52 after 42),
//             and occupancy hardly rises (0.56 after 0.50). What vanished is a power in full
//             precision for each channel of each tap, if the compiler computed one: PoCL's rung 4
//             with the literal exponent of the listing takes half the time.

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void registers(TEXTURE_1D in, const GLOBAL float* map, GLOBAL float* out,
               ARGUMENTS(StaalArguments, args)) {
  const StaalArguments* a = &args;
  const int index = GROUP_X * GROUP_WIDTH + LOCAL_X;
  if (index >= a->width * a->height) return;
  const int x = index % a->width, y = index / a->width;
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
