// SPDX-License-Identifier: Apache-2.0
// Rung 4: a pass along rows and one along columns; a group's line begins where its halo does.
//   one item  -> STEPS pixels of its row (column), a group's width (height) apart
//   local     -> rows: [GROUP_HEIGHT][STEPS GROUP_WIDTH + 2 RADIUS]; columns: [STEPS GROUP_HEIGHT
//                + 2 RADIUS][GROUP_WIDTH]
// What changes:    2 (2 RADIUS + 1) taps instead of (2 RADIUS + 1)^2, and a halo in one
//                  direction. Items load the line from its first sample on: no sample too many,
//                  but rows begin RADIUS samples before a segment.
// Author expected: a third less memory traffic than the window at radius 16 with blocks of 16,
//                  and that the rows' loads are slow because they are not aligned.
// Author saw:      he states no time.
// What we see:     on an H200 38 times as fast as the window of radius 16, 15 times as its tile;
//                  PoCL: 25 times as fast as the window, for its taps.

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void rows_unaligned(GLOBAL float* RESTRICT to, const GLOBAL float* RESTRICT from,
                    ARGUMENTS(CourseImage, image)) {
  LOCAL_ARRAY float tile[GROUP_HEIGHT][STEPS * GROUP_WIDTH + 2 * RADIUS];
  for (int tx = LOCAL_X; tx < STEPS * GROUP_WIDTH + 2 * RADIUS; tx += GROUP_WIDTH)
    tile[LOCAL_Y][tx] = sample_or_zero(from, &image, ROWS_LEFT + tx - RADIUS, ROWS_Y);
  BARRIER();
  write_rows(to, &image, &tile[LOCAL_Y][RADIUS]);
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void columns_unaligned(GLOBAL float* RESTRICT to, const GLOBAL float* RESTRICT from,
                       ARGUMENTS(CourseImage, image)) {
  LOCAL_ARRAY float tile[STEPS * GROUP_HEIGHT + 2 * RADIUS][GROUP_WIDTH];
  for (int ty = LOCAL_Y; ty < STEPS * GROUP_HEIGHT + 2 * RADIUS; ty += GROUP_HEIGHT)
    tile[ty][LOCAL_X] = sample_or_zero(from, &image, COLUMNS_X, COLUMNS_TOP + ty - RADIUS);
  BARRIER();
  write_columns(to, &image, &tile[RADIUS][0]);
}
