// SPDX-License-Identifier: Apache-2.0
// Rung 1 (GPU_v1), naive: the body of the sequential loop as a kernel, a work-item for each pixel.
//   changes   pixels in parallel; nothing else. Both Gaussians are computed at every tap, the
//             spatial one too, with full-precision powers and exponentials.
//   expected  a good gain for no effort
//   he saw    101 times the CPU (2 Mpixel, radius 4), 105 times (radius 10)
//   we see    an H200: 972 times one thread of a Xeon (radius 4), 1342 times (10). On PoCL the
//             powers make it slower than the sequential loop, whose library has fast ones.

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void naive(const GLOBAL float* in, GLOBAL float* out, ARGUMENTS(StaalArguments, args)) {
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
      const float space = space_weight(i, j, a);
      UNROLL
      for (int c = 0; c < 3; ++c) weight[c] = space * range_weight(centre[c] - tap[c], a);
      add_tap(tap, weight, &sums);
    }
  write_mean(&sums, out, index);
}
