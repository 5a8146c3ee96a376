// SPDX-License-Identifier: Apache-2.0
// Rung 7: flags of discontinuity by two kernels, straight from global memory.
//   one item -> one pixel: itself and two neighbours, normal and depth in one float4
// What changes:    a new task: the horizontal kernel writes left and right, the vertical one adds
//                  up and down.
// Author expected: that local memory is worth it: this form earns one point of three.
// Author saw:      he states no time.
// What we see:     on an H200 0.090 ms, where rung 8 takes 0.116; on PoCL the four forms lie within
//                  a factor of 1.5.

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void flags_rows_global(GLOBAL uchar* RESTRICT flags, const GLOBAL float4* RESTRICT geometry,
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
void flags_columns_global(GLOBAL uchar* RESTRICT flags, const GLOBAL float4* RESTRICT geometry,
                          ARGUMENTS(CourseImage, image)) {
  const int x = GROUP_X * GROUP_WIDTH + LOCAL_X, y = GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (x >= image.width || y >= image.height) return;
  const int at = y * image.pitch + x;
  int flag = flags[at];
  if (y == 0 || is_discontinuity(geometry[at], geometry[at - image.pitch])) flag += FLAG_UP;
  if (y == image.height - 1 || is_discontinuity(geometry[at], geometry[at + image.pitch]))
    flag += FLAG_DOWN;
  flags[at] = (uchar)flag;
}
