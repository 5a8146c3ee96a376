// SPDX-License-Identifier: Apache-2.0
// Results of all pixels from means of models at those of the grid [he2015].
//   one item -> one pixel, which reads the means of four pixels of the grid

// The grid's pixel at or before a place, and the weights of it and of the next one.
typedef struct {
  int before;
  Number here, next;
} Between;

DEVICE Between between(int i, i64 scale, i64 offset, i64 unit) {
  const i64 at = scale * i + offset, place = at < 0 ? 0 : at;
  Between b;
  b.before = (int)(place / unit);
  const i64 rest = place - b.before * unit;
  b.here = ratio_of(unit - rest, unit);
  b.next = ratio_of(rest, unit);
  return b;
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void guided_between(GUIDED_PARAMETERS) {
  const SelvageGuided* a = &args;
  FIND_IMAGES(a);
  const int x = a->x0 + GROUP_X * GROUP_WIDTH + LOCAL_X;
  const int y = a->y0 + GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (x >= a->x1 || y >= a->y1) return;
  const Between u = between(x, a->scale_x, a->offset_x, a->unit_x);
  const Between v = between(y, a->scale_y, a->offset_y, a->unit_y);
  const int column = u.before, row = v.before;
  const int right = column + 1 <= a->last_column, below = row + 1 <= a->last_mean;
  Number sum[MODEL_PLANES];
  for (int plane = 0; plane < MODEL_PLANES; ++plane) {
    const GLOBAL Number* base = number_at(scratch, &a->means, column, row, plane);
    const GLOBAL Number* under =
        (const GLOBAL Number*)((const GLOBAL uchar*)base + a->means.row);
    Number top = product_of(u.here, base[0]), bottom = number(0.0f);
    if (right) top = sum_of(top, product_of(u.next, base[1]));
    if (below) bottom = product_of(u.here, under[0]);
    if (below && right) bottom = sum_of(bottom, product_of(u.next, under[1]));
    sum[plane] = sum_of(product_of(v.here, top), product_of(v.next, bottom));
  }
  write_result(in, mask, guide, out, a, x, y, sum);
}
