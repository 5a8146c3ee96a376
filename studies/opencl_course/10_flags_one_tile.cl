// SPDX-License-Identifier: Apache-2.0
// Rung 10: all four flags by one kernel from local memory.
//   one item -> one pixel; items at the group's edges also load the neighbour outside
//   local    -> [GROUP_HEIGHT + 2][GROUP_WIDTH + 2] of float4, without its corners
// What changes:    both savings at once: one launch, and each pixel loaded once and a little.
// Author expected: no word.
// Author saw:      nothing.
// What we see:     on an H200 0.88 of rung 9's speed; on PoCL no gain.

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void flags_one_tile(GLOBAL uchar* RESTRICT flags, const GLOBAL float4* RESTRICT geometry,
                    ARGUMENTS(CourseImage, image)) {
  LOCAL_ARRAY float4 tile[GROUP_HEIGHT + 2][GROUP_WIDTH + 2];
  const int x = GROUP_X * GROUP_WIDTH + LOCAL_X, y = GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  const int inside = x < image.width && y < image.height, at = y * image.pitch + x;
  const int tx = LOCAL_X + 1, ty = LOCAL_Y + 1;
  if (inside) {
    tile[ty][tx] = geometry[at];
    if (LOCAL_X == 0 && x > 0) tile[ty][0] = geometry[at - 1];
    if (LOCAL_X == GROUP_WIDTH - 1 && x < image.width - 1) tile[ty][tx + 1] = geometry[at + 1];
    if (LOCAL_Y == 0 && y > 0) tile[0][tx] = geometry[at - image.pitch];
    if (LOCAL_Y == GROUP_HEIGHT - 1 && y < image.height - 1)
      tile[ty + 1][tx] = geometry[at + image.pitch];
  }
  BARRIER();
  if (!inside) return;
  const float4 own = tile[ty][tx];
  int flag = 0;
  if (x == 0 || is_discontinuity(own, tile[ty][tx - 1])) flag += FLAG_LEFT;
  if (x == image.width - 1 || is_discontinuity(own, tile[ty][tx + 1])) flag += FLAG_RIGHT;
  if (y == 0 || is_discontinuity(own, tile[ty - 1][tx])) flag += FLAG_UP;
  if (y == image.height - 1 || is_discontinuity(own, tile[ty + 1][tx])) flag += FLAG_DOWN;
  flags[at] = (uchar)flag;
}
