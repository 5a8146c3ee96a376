// SPDX-License-Identifier: Apache-2.0
// Rung 3: the same tile, loaded as whole aligned segments, pixels that nobody uses included.
//   local    -> [GROUP_HEIGHT + 2 RADIUS][3 GROUP_WIDTH]
//   one item -> loads three samples of each row that is its own, a group's width apart; no item
//               asks whether it is in the halo
// What changes:    a halo of RADIUS samples becomes one of GROUP_WIDTH: three times the loads of
//                  a row, all aligned, and no branch.
// Author expected: of the separable passes, that such loads cost nothing; he asks whether the
//                  unused pixels are worth it.
// Author saw:      he leaves the answer to the reader.
// What we see:     on an H200 1.03 times as fast as rung 2: unused loads cost no more than the
//                  branches do; rung 1 stays ahead. PoCL pays for each load, several times.

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void convolution_tile_unused(GLOBAL float* RESTRICT to, const GLOBAL float* RESTRICT from,
                             ARGUMENTS(CourseImage, image)) {
  LOCAL_ARRAY float tile[GROUP_HEIGHT + 2 * RADIUS][3 * GROUP_WIDTH];
  const int x = GROUP_X * GROUP_WIDTH + LOCAL_X, top = GROUP_Y * GROUP_HEIGHT;
  for (int ty = LOCAL_Y; ty < GROUP_HEIGHT + 2 * RADIUS; ty += GROUP_HEIGHT)
    UNROLL_ON_GPU for (int part = 0; part < 3; ++part)
      tile[ty][part * GROUP_WIDTH + LOCAL_X] =
          sample_or_zero(from, &image, x + (part - 1) * GROUP_WIDTH, top + ty - RADIUS);
  BARRIER();
  const int y = top + LOCAL_Y;
  if (x < image.width && y < image.height)
    to[y * image.pitch + x] =
        window_sum(&tile[LOCAL_Y + RADIUS][GROUP_WIDTH + LOCAL_X], 3 * GROUP_WIDTH);
}
