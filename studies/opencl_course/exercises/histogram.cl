// SPDX-License-Identifier: Apache-2.0
// A start for task `histogram`: right, with an atomic in global memory for each pixel. The counters
// are 0 when it begins. Count in LOCAL_ARRAY memory first.

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void compute_histogram(GLOBAL uint* counts, const GLOBAL float* from,
                       ARGUMENTS(CourseHistogram, args)) {
  const int x = GROUP_X * GROUP_WIDTH + LOCAL_X, y = GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (x >= args.image.width || y >= args.image.height) return;
  ATOMIC_ADD(&counts[bin_of(from[y * args.image.pitch + x])], 1u);
}
