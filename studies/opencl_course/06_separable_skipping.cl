// SPDX-License-Identifier: Apache-2.0
// Rung 6: aligned as rung 5, but what lies beyond the radius becomes 0 without a load.
// What changes:    the two outer loads of an item are made only where the halo is used.
// Author expected: along columns less traffic (figure 9 shows this form); along rows nothing but
//                  a branch. He asks which of the two is better.
// Author saw:      he leaves the answer to the reader.
// What we see:     as rung 5 in both directions (1.00), on an H200 and on PoCL: neither loads saved
//                  nor the branch shows.

// Whether slot `at` of a line of STEPS + 2 parts is within RADIUS of the pixels in the middle.
DEVICE int is_used(int at, int part) {
  return at >= part - RADIUS && at < (STEPS + 1) * part + RADIUS;
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void rows_skipping(GLOBAL float* RESTRICT to, const GLOBAL float* RESTRICT from,
                   ARGUMENTS(CourseImage, image)) {
  LOCAL_ARRAY float tile[GROUP_HEIGHT][(STEPS + 2) * GROUP_WIDTH];
  UNROLL_ON_GPU for (int s = 0; s < STEPS + 2; ++s) {
    const int at = s * GROUP_WIDTH + LOCAL_X;
    float sample = 0.0f;
    if (is_used(at, GROUP_WIDTH))
      sample = sample_or_zero(from, &image, ROWS_LEFT + at - GROUP_WIDTH, ROWS_Y);
    tile[LOCAL_Y][at] = sample;
  }
  BARRIER();
  write_rows(to, &image, &tile[LOCAL_Y][GROUP_WIDTH]);
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void columns_skipping(GLOBAL float* RESTRICT to, const GLOBAL float* RESTRICT from,
                      ARGUMENTS(CourseImage, image)) {
  LOCAL_ARRAY float tile[(STEPS + 2) * GROUP_HEIGHT][GROUP_WIDTH];
  UNROLL_ON_GPU for (int s = 0; s < STEPS + 2; ++s) {
    const int at = s * GROUP_HEIGHT + LOCAL_Y;
    float sample = 0.0f;
    if (is_used(at, GROUP_HEIGHT))
      sample = sample_or_zero(from, &image, COLUMNS_X, COLUMNS_TOP + at - GROUP_HEIGHT);
    tile[at][LOCAL_X] = sample;
  }
  BARRIER();
  write_columns(to, &image, &tile[GROUP_HEIGHT][0]);
}
