// SPDX-License-Identifier: Apache-2.0
// Rung 5: the halo is as wide as the group, so that every load is aligned and no item branches.
//   one item -> STEPS + 2 loads, STEPS pixels
//   local    -> rows: [GROUP_HEIGHT][(STEPS + 2) GROUP_WIDTH];
//               columns: [(STEPS + 2) GROUP_HEIGHT][GROUP_WIDTH]
// What changes:    the radius is rounded up to the group's side; samples beyond the radius are
//                  loaded though nobody uses them.
// Author expected: along rows no drawback, since a halo comes in one transaction anyway (the
//                  sheet's figure 8); along columns more transactions (figure 9).
// Author saw:      he states no time.
// What we see:     on an H200 rows are 1.38 times as fast as rung 4, columns 1.27 times, though
//                  they load 1.4 times as many pixels: no drawback in either direction. PoCL: rows
//                  equal, columns a quarter slower.

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void rows_aligned(GLOBAL float* RESTRICT to, const GLOBAL float* RESTRICT from,
                  ARGUMENTS(CourseImage, image)) {
  LOCAL_ARRAY float tile[GROUP_HEIGHT][(STEPS + 2) * GROUP_WIDTH];
  UNROLL_ON_GPU for (int s = 0; s < STEPS + 2; ++s)
    tile[LOCAL_Y][s * GROUP_WIDTH + LOCAL_X] =
        sample_or_zero(from, &image, ROWS_LEFT + (s - 1) * GROUP_WIDTH + LOCAL_X, ROWS_Y);
  BARRIER();
  write_rows(to, &image, &tile[LOCAL_Y][GROUP_WIDTH]);
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void columns_aligned(GLOBAL float* RESTRICT to, const GLOBAL float* RESTRICT from,
                     ARGUMENTS(CourseImage, image)) {
  LOCAL_ARRAY float tile[(STEPS + 2) * GROUP_HEIGHT][GROUP_WIDTH];
  UNROLL_ON_GPU for (int s = 0; s < STEPS + 2; ++s)
    tile[s * GROUP_HEIGHT + LOCAL_Y][LOCAL_X] =
        sample_or_zero(from, &image, COLUMNS_X, COLUMNS_TOP + (s - 1) * GROUP_HEIGHT + LOCAL_Y);
  BARRIER();
  write_columns(to, &image, &tile[GROUP_HEIGHT][0]);
}
