// SPDX-License-Identifier: Apache-2.0
// What the separable rungs share: where a group's pixels lie, and the sums from its local memory.

// One item -> STEPS pixels, a group's width (rows) or height (columns) apart.
#define ROWS_LEFT (GROUP_X * GROUP_WIDTH * STEPS)
#define ROWS_Y (GROUP_Y * GROUP_HEIGHT + LOCAL_Y)
#define COLUMNS_TOP (GROUP_Y * GROUP_HEIGHT * STEPS)
#define COLUMNS_X (GROUP_X * GROUP_WIDTH + LOCAL_X)

// `first`: the group's first pixel of this item's row in local memory.
DEVICE void write_rows(GLOBAL float* to, const CourseImage* image, const LOCAL float* first) {
  UNROLL_ON_GPU for (int s = 0; s < STEPS; ++s) {
    const int at = s * GROUP_WIDTH + LOCAL_X, x = ROWS_LEFT + at;
    if (x < image->width && ROWS_Y < image->height)
      to[ROWS_Y * image->pitch + x] = row_sum(first + at);
  }
}

// `first`: the group's first pixel of the first column in local memory, whose rows are GROUP_WIDTH
// samples long.
DEVICE void write_columns(GLOBAL float* to, const CourseImage* image, const LOCAL float* first) {
  UNROLL_ON_GPU for (int s = 0; s < STEPS; ++s) {
    const int at = s * GROUP_HEIGHT + LOCAL_Y, y = COLUMNS_TOP + at;
    if (COLUMNS_X < image->width && y < image->height)
      to[y * image->pitch + COLUMNS_X] = column_sum(first + at * GROUP_WIDTH + LOCAL_X);
  }
}
