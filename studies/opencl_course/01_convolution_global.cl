// SPDX-License-Identifier: Apache-2.0
// Rung 1: convolution straight from global memory.
//   one group -> GROUP_WIDTH x GROUP_HEIGHT pixels;  one item -> one pixel, (2 RADIUS + 1)^2
//                loads
// What changes:    nothing yet: this is what one writes first. The sheet describes it and leaves
//                  it out.
// Author expected: that most of its loads are unaligned, so that memory serves each of them by
//                  itself, and that the next rung is faster by magnitudes.
// Author saw:      nothing: he did not build it.
// What we see:     it is the fastest of the three at 3x3, on an H200 as on a processor: a cache
//                  does what the tile does.

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void convolution_global(GLOBAL float* RESTRICT to, const GLOBAL float* RESTRICT from,
                        ARGUMENTS(CourseImage, image)) {
  const int x = GROUP_X * GROUP_WIDTH + LOCAL_X, y = GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (x >= image.width || y >= image.height) return;
  float sum = 0.0f;
  UNROLL_4 for (int dy = -RADIUS; dy <= RADIUS; ++dy)
    UNROLL_ON_GPU for (int dx = -RADIUS; dx <= RADIUS; ++dx)
      sum = FMA(WEIGHTS[(dy + RADIUS) * SIDE + dx + RADIUS],
                sample_or_zero(from, &image, x + dx, y + dy), sum);
  to[y * image.pitch + x] = finished(sum);
}
