// SPDX-License-Identifier: Apache-2.0
// A start for task `separable`: right, and straight from global memory. An item has STEPS pixels of
// its row (column), a group's width (height) apart; a tile in local memory would hold each once.

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void conv_horizontal(GLOBAL float* to, const GLOBAL float* from, ARGUMENTS(CourseImage, image)) {
  const int y = GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  for (int s = 0; s < STEPS; ++s) {
    const int x = (GROUP_X * STEPS + s) * GROUP_WIDTH + LOCAL_X;
    if (x >= image.width || y >= image.height) continue;
    float sum = 0.0f;
    for (int k = -RADIUS; k <= RADIUS; ++k)
      sum += ROW[k + RADIUS] * sample_or_zero(from, &image, x + k, y);
    to[y * image.pitch + x] = sum;
  }
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void conv_vertical(GLOBAL float* to, const GLOBAL float* from, ARGUMENTS(CourseImage, image)) {
  const int x = GROUP_X * GROUP_WIDTH + LOCAL_X;
  for (int s = 0; s < STEPS; ++s) {
    const int y = (GROUP_Y * STEPS + s) * GROUP_HEIGHT + LOCAL_Y;
    if (x >= image.width || y >= image.height) continue;
    float sum = 0.0f;
    for (int k = -RADIUS; k <= RADIUS; ++k)
      sum += COLUMN[k + RADIUS] * sample_or_zero(from, &image, x, y + k);
    to[y * image.pitch + x] = sum;
  }
}
