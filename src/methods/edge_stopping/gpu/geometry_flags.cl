// SPDX-License-Identifier: Apache-2.0
// The flags of the output: left 1, right 2, up 4, down 8.
//   one item -> one pixel

DEVICE int bit_of(const Bits* bits, int i) {
  return word_of(bits, word_index(i)) >> (i & 31) & 1u;
}

DEVICE int hole_at(GLOBAL uchar* scratch, const SelvageGeometry* a, int x, int y) {
  if (x < a->held_x0 || x >= a->held_x1) return 1;
  const Bits holes = below_column(scratch, a, &a->holes, x);
  return bit_of(&holes, y - a->held_y0);
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void geometry_flags(GEOMETRY_PARAMETERS) {
  const SelvageGeometry* a = &args;
  const int x = a->x0 + GROUP_X * GROUP_WIDTH + LOCAL_X;
  const int y = a->y0 + GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (x >= a->x1 || y >= a->y1) return;
  WAIT_FOR_LAST(scratch);
  const Bits right_bits = right_of_row(scratch, a, y);
  const Bits down_bits = below_column(scratch, a, &a->down, x);
  const int i = x - a->held_x0, k = y - a->held_y0, hole = hole_at(scratch, a, x, y);
  const int left = hole | bit_of(&right_bits, i - 1) | hole_at(scratch, a, x - 1, y);
  const int right = hole | bit_of(&right_bits, i) | hole_at(scratch, a, x + 1, y);
  const int up = hole | bit_of(&down_bits, k - 1) | hole_at(scratch, a, x, y - 1);
  const int down = hole | bit_of(&down_bits, k) | hole_at(scratch, a, x, y + 1);
  flags[origin(&a->flags) + place(&a->flags, x, y, a->flags.pixel)] =
      (uchar)(left | right << 1 | up << 2 | down << 3);
}
