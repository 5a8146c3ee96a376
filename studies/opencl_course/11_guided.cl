// SPDX-License-Identifier: Apache-2.0
// Rung 11: the separable convolution that does not walk across flags.
//   one item -> STEPS pixels of its row (column), loaded as in rung 5
//   local    -> samples and flags of STEPS + 2 parts of a group's width (height)
// What changes:    from the centre an item walks each way until the pixel that it stands on has a
//                  flag ahead; the sum is divided by the weights that were used.
// Author expected: smooth surfaces and sharp edges, and without the division darker pixels beside
//                  edges.
// Author saw:      his figure 13.
// What we see:     the same (figure_13); lengths of walks differ between items of a warp. On an
//                  H200 both passes take 1.5 times as long as rung 5's, which asks for no flags.

// The mean of the walk from `at` both ways, `step` slots for each pixel.
#define WALKED_MEAN(WEIGHT, samples, flags, at, step, BACK, FORTH)                    \
  float total = WEIGHT[RADIUS], sum = total * samples[at];                            \
  for (int k = 1; k <= RADIUS && !(flags[at - (k - 1) * (step)] & BACK); ++k) {       \
    sum = FMA(WEIGHT[RADIUS - k], samples[at - k * (step)], sum);                     \
    total += WEIGHT[RADIUS - k];                                                      \
  }                                                                                   \
  for (int k = 1; k <= RADIUS && !(flags[at + (k - 1) * (step)] & FORTH); ++k) {      \
    sum = FMA(WEIGHT[RADIUS + k], samples[at + k * (step)], sum);                     \
    total += WEIGHT[RADIUS + k];                                                      \
  }

// All flags outside the image, where no walk comes.
DEVICE uchar flags_or_all(const GLOBAL uchar* flags, const CourseImage* image, int x, int y) {
  if (x < 0 || y < 0 || x >= image->width || y >= image->height) return (uchar)15;
  return flags[y * image->pitch + x];
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void guided_rows(GLOBAL float* RESTRICT to, const GLOBAL float* RESTRICT from,
                 const GLOBAL uchar* RESTRICT flags, ARGUMENTS(CourseImage, image)) {
  LOCAL_ARRAY float samples[GROUP_HEIGHT * (STEPS + 2) * GROUP_WIDTH];
  LOCAL_ARRAY uchar ahead[GROUP_HEIGHT * (STEPS + 2) * GROUP_WIDTH];
  const int y = ROWS_Y, row = LOCAL_Y * (STEPS + 2) * GROUP_WIDTH;
  UNROLL_ON_GPU for (int s = 0; s < STEPS + 2; ++s) {
    const int at = s * GROUP_WIDTH + LOCAL_X, x = ROWS_LEFT + at - GROUP_WIDTH;
    samples[row + at] = sample_or_zero(from, &image, x, y);
    ahead[row + at] = flags_or_all(flags, &image, x, y);
  }
  BARRIER();
  for (int s = 0; s < STEPS; ++s) {
    const int x = ROWS_LEFT + s * GROUP_WIDTH + LOCAL_X;
    if (x >= image.width || y >= image.height) continue;
    const int at = row + (s + 1) * GROUP_WIDTH + LOCAL_X;
    WALKED_MEAN(ROW, samples, ahead, at, 1, FLAG_LEFT, FLAG_RIGHT)
    to[y * image.pitch + x] = sum / total;
  }
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void guided_columns(GLOBAL float* RESTRICT to, const GLOBAL float* RESTRICT from,
                    const GLOBAL uchar* RESTRICT flags, ARGUMENTS(CourseImage, image)) {
  LOCAL_ARRAY float samples[(STEPS + 2) * GROUP_HEIGHT * GROUP_WIDTH];
  LOCAL_ARRAY uchar ahead[(STEPS + 2) * GROUP_HEIGHT * GROUP_WIDTH];
  const int x = COLUMNS_X;
  UNROLL_ON_GPU for (int s = 0; s < STEPS + 2; ++s) {
    const int ty = s * GROUP_HEIGHT + LOCAL_Y, at = ty * GROUP_WIDTH + LOCAL_X;
    samples[at] = sample_or_zero(from, &image, x, COLUMNS_TOP + ty - GROUP_HEIGHT);
    ahead[at] = flags_or_all(flags, &image, x, COLUMNS_TOP + ty - GROUP_HEIGHT);
  }
  BARRIER();
  for (int s = 0; s < STEPS; ++s) {
    const int y = COLUMNS_TOP + s * GROUP_HEIGHT + LOCAL_Y;
    if (x >= image.width || y >= image.height) continue;
    const int at = ((s + 1) * GROUP_HEIGHT + LOCAL_Y) * GROUP_WIDTH + LOCAL_X;
    WALKED_MEAN(COLUMN, samples, ahead, at, GROUP_WIDTH, FLAG_UP, FLAG_DOWN)
    to[y * image.pitch + x] = sum / total;
  }
}
