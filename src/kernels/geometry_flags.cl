// SPDX-License-Identifier: Apache-2.0
// From marks to the flags that the caller sees: left 1, right 2, up 4, down 8.
//   one item -> one pixel

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void geometry_flags(GEOMETRY_PARAMETERS) {
  const SelvageGeometry* a = &args;
  const int x = a->x0 + GROUP_X * GROUP_WIDTH + LOCAL_X;
  const int y = a->y0 + GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (x >= a->x1 || y >= a->y1) return;
  const int here = *mark_at(scratch, a, x, y);
  const int left = held(a, x - 1, y) ? *mark_at(scratch, a, x - 1, y) : NOTHING;
  const int up = held(a, x, y - 1) ? *mark_at(scratch, a, x, y - 1) : NOTHING;
  flags[origin(&a->flags) + place(&a->flags, x, y, a->flags.pixel)] =
      (uchar)((here & (MARK_RIGHT | MARK_DOWN)) | (left & MARK_RIGHT ? 1 : 0) |
              (up & MARK_DOWN ? 4 : 0));
}
