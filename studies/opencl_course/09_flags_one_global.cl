// SPDX-License-Identifier: Apache-2.0
// Rung 9: all four flags by one kernel, straight from global memory.
//   one item -> one pixel: itself and four neighbours
// What changes:    geometry is read by one launch, and flags are written once and never read.
// Author expected: he allows it, at the price of changing the host's code; no word on speed.
// Author saw:      nothing.
// What we see:     on an H200 1.74 times as fast as rung 7, the fastest of the four forms; on PoCL
//                  about equal.

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void flags_one_global(GLOBAL uchar* RESTRICT flags, const GLOBAL float4* RESTRICT geometry,
                      ARGUMENTS(CourseImage, image)) {
  const int x = GROUP_X * GROUP_WIDTH + LOCAL_X, y = GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (x >= image.width || y >= image.height) return;
  const int at = y * image.pitch + x;
  const float4 own = geometry[at];
  int flag = 0;
  if (x == 0 || is_discontinuity(own, geometry[at - 1])) flag += FLAG_LEFT;
  if (x == image.width - 1 || is_discontinuity(own, geometry[at + 1])) flag += FLAG_RIGHT;
  if (y == 0 || is_discontinuity(own, geometry[at - image.pitch])) flag += FLAG_UP;
  if (y == image.height - 1 || is_discontinuity(own, geometry[at + image.pitch]))
    flag += FLAG_DOWN;
  flags[at] = (uchar)flag;
}
