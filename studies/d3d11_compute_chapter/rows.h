// SPDX-License-Identifier: Apache-2.0
// How a group lies on a row (VERTICAL 0: 640x1 in the chapter) or on a column (VERTICAL 1: 1x480).
// Rows longer than a group are split among several; so group memory holds RADIUS pixels more at each
// end, those of the neighbouring group or zeros outside the image:
//   slot 0 .. RADIUS - 1 | RADIUS .. RADIUS + ROW_ITEMS - 1 | .. 2 RADIUS + ROW_ITEMS - 1
//   before the group     | the group's pixels                | after it
// The tap k of item i, k = 0 .. 2 RADIUS, lies in slot i + k.
#define ROW_ITEMS (GROUP_WIDTH * GROUP_HEIGHT)
#define ROW_SLOTS (ROW_ITEMS + 2 * RADIUS)
#define ROW_ITEM (VERTICAL ? LOCAL_Y : LOCAL_X)
#define PIXEL_X (GROUP_X * GROUP_WIDTH + LOCAL_X)
#define PIXEL_Y (GROUP_Y * GROUP_HEIGHT + LOCAL_Y)

// The pixel that belongs into a slot of this item's group.
DEVICE float4 pixel_of_slot(SOURCE in, const ChapterPlane* a, int slot) {
  const int along = slot - RADIUS;
  return VERTICAL ? pixel_at(in, a, PIXEL_X, GROUP_Y * GROUP_HEIGHT + along)
                  : pixel_at(in, a, GROUP_X * GROUP_WIDTH + along, PIXEL_Y);
}

// The slot beyond the group's ends that item i < 2 RADIUS fills.
#define END_SLOT(i) ((i) < RADIUS ? (i) : ROW_ITEMS + (i))
