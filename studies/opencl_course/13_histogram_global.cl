// SPDX-License-Identifier: Apache-2.0
// Rung 13: a histogram by atomics in global memory.
//   one item -> one pixel, one atomic addition
// What changes:    every pixel is counted.
// Author expected: that items which meet at one counter wait for one another.
// Author saw:      he asks the reader to compare.
// What we see:     on an H200 an atomic costs 113 reads on a photo and 341 on one value, where all
//                  meet at one counter. PoCL: 40 on both, two threads seldom meet.

// Before each count, by a kernel of its own.
KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void set_counts(GLOBAL uint* RESTRICT counts, ARGUMENTS(CourseHistogram, args)) {
  const int bin = (GROUP_X * GROUP_HEIGHT + LOCAL_Y) * GROUP_WIDTH + LOCAL_X;
  if (bin < BINS) counts[bin] = 0;
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void histogram_global(GLOBAL uint* RESTRICT counts, const GLOBAL float* RESTRICT from,
                      ARGUMENTS(CourseHistogram, args)) {
  const int x = GROUP_X * GROUP_WIDTH + LOCAL_X, y = GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (x >= args.image.width || y >= args.image.height) return;
  ATOMIC_ADD(&counts[bin_of(from[y * args.image.pitch + x])], 1u);
}
