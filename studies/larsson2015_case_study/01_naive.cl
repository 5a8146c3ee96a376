// SPDX-License-Identifier: Apache-2.0
// Version 1, CUDA: the sequential loop, one thread for each pixel that has its whole window in the
// image; the others keep what the output held.
//   changes   everything runs in parallel; image and weights of space lie in global memory, the
//             weight of range is computed at every tap
//   expected  a hefty speedup, from this step alone
//   he saw    33x to 39x his sequential loop: nearly all of what the eight versions gained
//   we see    the same shape: 1819x to 3593x one thread of a Xeon on an H200, nearly all there is
//             to gain

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void naive(const GLOBAL uchar* in, const GLOBAL float* space, GLOBAL uchar* out,
           ARGUMENTS(LarssonArguments, args)) {
  const int radius = RADIUS(args), side = 2 * radius + 1;
  const int x = GROUP_X * GROUP_WIDTH + LOCAL_X + radius;
  const int y = GROUP_Y * GROUP_HEIGHT + LOCAL_Y + radius;
  if (x >= args.width - radius || y >= args.height - radius) return;
  const Colour centre = colour_at(in, args.width, x, y);
  Sums sums;
  clear(&sums);
  for (int dy = -radius; dy <= radius; ++dy)
    TAPS for (int dx = -radius; dx <= radius; ++dx) {
      const Colour tap = colour_at(in, args.width, x + dx, y + dy);
      const float weight = space[(dy + radius) * side + dx + radius];
      add_tap(&sums, weight, &centre, &tap, args.sigma_range);
    }
  write_mean(out, args.width, x, y, &sums);
}
