// SPDX-License-Identifier: Apache-2.0
// Groups on rows (640x1) or, where VERTICAL is 1, on columns (1x480), with RADIUS pixels more at
// each end in group memory: slots and ends are those of rows.h beside the rungs.
#if VERTICAL
#define GROUP_WIDTH 1
#define GROUP_HEIGHT 480
#define ALONG int2(0, 1)
#else
#define GROUP_WIDTH 640
#define GROUP_HEIGHT 1
#define ALONG int2(1, 0)
#endif
#define ROW_ITEMS (GROUP_WIDTH * GROUP_HEIGHT)
#define ROW_SLOTS (ROW_ITEMS + 2 * RADIUS)

int end_slot(int item) {
  return item < RADIUS ? item : ROW_ITEMS + item;
}

float4 pixel_of_slot(int2 group, int slot) {
  return pixel_at(group * int2(GROUP_WIDTH, GROUP_HEIGHT) + ALONG * (slot - RADIUS));
}
