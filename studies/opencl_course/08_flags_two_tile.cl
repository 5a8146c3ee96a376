// SPDX-License-Identifier: Apache-2.0
// Rung 8: the same two kernels from local memory.
//   one item -> one pixel; the first and the last of a row (column) also load the neighbour
//               outside
//   local    -> rows: [GROUP_HEIGHT][GROUP_WIDTH + 2]; columns: [GROUP_HEIGHT + 2][GROUP_WIDTH],
//               of float4
// What changes:    a pixel is loaded once and a little for each kernel, not three times.
// Author expected: that it is faster (three points instead of one).
// Author saw:      he states no time.
// What we see:     slower: 0.78 of rung 7's speed on an H200, and slower on PoCL too. A cache
//                  serves three reads of a pixel better than a copy and a barrier do.

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void flags_rows_tile(GLOBAL uchar* RESTRICT flags, const GLOBAL float4* RESTRICT geometry,
                     ARGUMENTS(CourseImage, image)) {
  LOCAL_ARRAY float4 tile[GROUP_HEIGHT][GROUP_WIDTH + 2];
  const int x = GROUP_X * GROUP_WIDTH + LOCAL_X, y = GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  const int inside = x < image.width && y < image.height, at = y * image.pitch + x;
  const int tx = LOCAL_X + 1;
  if (inside) {
    tile[LOCAL_Y][tx] = geometry[at];
    if (LOCAL_X == 0 && x > 0) tile[LOCAL_Y][0] = geometry[at - 1];
    if (LOCAL_X == GROUP_WIDTH - 1 && x < image.width - 1) tile[LOCAL_Y][tx + 1] = geometry[at + 1];
  }
  BARRIER();
  if (!inside) return;
  const float4 own = tile[LOCAL_Y][tx];
  int flag = 0;
  if (x == 0 || is_discontinuity(own, tile[LOCAL_Y][tx - 1])) flag += FLAG_LEFT;
  if (x == image.width - 1 || is_discontinuity(own, tile[LOCAL_Y][tx + 1])) flag += FLAG_RIGHT;
  flags[at] = (uchar)flag;
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void flags_columns_tile(GLOBAL uchar* RESTRICT flags, const GLOBAL float4* RESTRICT geometry,
                        ARGUMENTS(CourseImage, image)) {
  LOCAL_ARRAY float4 tile[GROUP_HEIGHT + 2][GROUP_WIDTH];
  const int x = GROUP_X * GROUP_WIDTH + LOCAL_X, y = GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  const int inside = x < image.width && y < image.height, at = y * image.pitch + x;
  const int ty = LOCAL_Y + 1;
  if (inside) {
    tile[ty][LOCAL_X] = geometry[at];
    if (LOCAL_Y == 0 && y > 0) tile[0][LOCAL_X] = geometry[at - image.pitch];
    if (LOCAL_Y == GROUP_HEIGHT - 1 && y < image.height - 1)
      tile[ty + 1][LOCAL_X] = geometry[at + image.pitch];
  }
  BARRIER();
  if (!inside) return;
  const float4 own = tile[ty][LOCAL_X];
  int flag = flags[at];
  if (y == 0 || is_discontinuity(own, tile[ty - 1][LOCAL_X])) flag += FLAG_UP;
  if (y == image.height - 1 || is_discontinuity(own, tile[ty + 1][LOCAL_X])) flag += FLAG_DOWN;
  flags[at] = (uchar)flag;
}
