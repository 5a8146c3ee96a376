// SPDX-License-Identifier: Apache-2.0
// A start for task `discontinuity`: right, and straight from global memory. The horizontal kernel
// runs first and writes flags, the vertical one adds to them.

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void discontinuity_horizontal(GLOBAL uchar* flags, const GLOBAL float4* geometry,
                              ARGUMENTS(CourseImage, image)) {
  const int x = GROUP_X * GROUP_WIDTH + LOCAL_X, y = GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (x >= image.width || y >= image.height) return;
  const int at = y * image.pitch + x;
  int flag = 0;
  if (x == 0 || is_discontinuity(geometry[at], geometry[at - 1])) flag += FLAG_LEFT;
  if (x == image.width - 1 || is_discontinuity(geometry[at], geometry[at + 1])) flag += FLAG_RIGHT;
  flags[at] = (uchar)flag;
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void discontinuity_vertical(GLOBAL uchar* flags, const GLOBAL float4* geometry,
                            ARGUMENTS(CourseImage, image)) {
  const int x = GROUP_X * GROUP_WIDTH + LOCAL_X, y = GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (x >= image.width || y >= image.height) return;
  const int at = y * image.pitch + x, below = at + image.pitch;
  int flag = flags[at];
  if (y == 0 || is_discontinuity(geometry[at], geometry[at - image.pitch])) flag += FLAG_UP;
  if (y == image.height - 1 || is_discontinuity(geometry[at], geometry[below])) flag += FLAG_DOWN;
  flags[at] = (uchar)flag;
}
