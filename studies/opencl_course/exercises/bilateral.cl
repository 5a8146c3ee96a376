// SPDX-License-Identifier: Apache-2.0
// A start for task `bilateral`: right, and straight from global memory. Each walk ends at the pixel
// that has a flag ahead; the sum is divided by the weights that were used.

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void bilateral_horizontal(GLOBAL float* to, const GLOBAL float* from, const GLOBAL uchar* flags,
                          ARGUMENTS(CourseImage, image)) {
  const int y = GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  for (int s = 0; s < STEPS; ++s) {
    const int x = (GROUP_X * STEPS + s) * GROUP_WIDTH + LOCAL_X;
    if (x >= image.width || y >= image.height) continue;
    const int at = y * image.pitch + x;
    float total = ROW[RADIUS], sum = total * from[at];
    for (int k = 1; k <= RADIUS && !(flags[at - k + 1] & FLAG_LEFT); ++k) {
      sum += ROW[RADIUS - k] * from[at - k];
      total += ROW[RADIUS - k];
    }
    for (int k = 1; k <= RADIUS && !(flags[at + k - 1] & FLAG_RIGHT); ++k) {
      sum += ROW[RADIUS + k] * from[at + k];
      total += ROW[RADIUS + k];
    }
    to[at] = sum / total;
  }
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void bilateral_vertical(GLOBAL float* to, const GLOBAL float* from, const GLOBAL uchar* flags,
                        ARGUMENTS(CourseImage, image)) {
  const int x = GROUP_X * GROUP_WIDTH + LOCAL_X, pitch = image.pitch;
  for (int s = 0; s < STEPS; ++s) {
    const int y = (GROUP_Y * STEPS + s) * GROUP_HEIGHT + LOCAL_Y;
    if (x >= image.width || y >= image.height) continue;
    const int at = y * pitch + x;
    float total = COLUMN[RADIUS], sum = total * from[at];
    for (int k = 1; k <= RADIUS && !(flags[at - (k - 1) * pitch] & FLAG_UP); ++k) {
      sum += COLUMN[RADIUS - k] * from[at - k * pitch];
      total += COLUMN[RADIUS - k];
    }
    for (int k = 1; k <= RADIUS && !(flags[at + (k - 1) * pitch] & FLAG_DOWN); ++k) {
      sum += COLUMN[RADIUS + k] * from[at + k * pitch];
      total += COLUMN[RADIUS + k];
    }
    to[at] = sum / total;
  }
}
