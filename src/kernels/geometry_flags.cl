// SPDX-License-Identifier: Apache-2.0
// The flags that the caller sees: left 1, right 2, up 4, down 8.
//   one item -> one pixel

DEVICE int bit_of(const Bits* bits, int i) {
  return word_of(bits, word_index(i)) >> (i & 31) & 1u;
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void geometry_flags(GEOMETRY_PARAMETERS) {
  const SelvageGeometry* a = &args;
  const int x = a->x0 + GROUP_X * GROUP_WIDTH + LOCAL_X;
  const int y = a->y0 + GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (x >= a->x1 || y >= a->y1) return;
  const Bits right = right_of_row(scratch, a, y), down = below_column(scratch, a, &a->down, x);
  const int i = x - a->held_x0, k = y - a->held_y0;
  flags[origin(&a->flags) + place(&a->flags, x, y, a->flags.pixel)] =
      (uchar)(bit_of(&right, i - 1) | bit_of(&right, i) << 1 | bit_of(&down, k - 1) << 2 |
              bit_of(&down, k) << 3);
}
