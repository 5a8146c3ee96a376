// SPDX-License-Identifier: Apache-2.0
// A wrong kernel for the tests: it leaves the last column out.

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void convolution(GLOBAL float* to, const GLOBAL float* from, ARGUMENTS(CourseImage, image)) {
  const int x = GROUP_X * GROUP_WIDTH + LOCAL_X, y = GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (x >= image.width - 1 || y >= image.height) return;
  float sum = 0.0f;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      sum += WEIGHTS[3 * (dy + 1) + dx + 1] * sample_or_zero(from, &image, x + dx, y + dy);
  to[y * image.pitch + x] = sum * WEIGHTS[9] + WEIGHTS[10];
}
