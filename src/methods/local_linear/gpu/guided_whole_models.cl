// SPDX-License-Identifier: Apache-2.0
// Models of the windows of bytes, as whole numbers.
//   one group -> GROUP_WIDTH - 2 radius windows of each of `segment` rows, one row after another
//   local     -> a number of each item and plane, and two of each chunk and plane
//   one item  -> a column of pixels, whose sums stay in registers: each row adds a pixel and takes
//                away the one that the window leaves. Sums along the row are differences of sums
//                from the row's beginning
// The work does not depend on the radius, apart from the margins of groups. Sums are exact.

KERNEL(GROUP_WIDTH, 1)
void guided_whole_models(GUIDED_PARAMETERS LOCAL_PARAM(int, numbers)) {
  LOCAL_BODY(int, numbers)
  const SelvageGuided* a = &args;
  FIND_IMAGES(a);
  const int r = a->radius, window = 2 * r + 1, across = GROUP_WIDTH - 2 * r;
  const int left = a->x0 + GROUP_X * across, x = left + LOCAL_X;
  const int top = a->y0 + GROUP_Y * a->segment, bottom = MIN_INT(top + a->segment, a->y1);
  const int column = border_index(MIN_INT(x, a->x1 + 2 * r - 1) - r, a->width, a->border);
  int sum[PIXEL_PLANES];
  UNROLL for (int plane = 0; plane < PIXEL_PLANES; ++plane) sum[plane] = 0;
  WholePixel next;  // loaded while the row before is computed
  whole_pixel(in, guide, a, column, border_index(top - r, a->height, a->border), &next);
  NO_UNROLL for (int row = top - r; row < bottom + r; ++row) {
    add_pixel(&next, 1, sum);
    if (row + 1 < bottom + r)
      whole_pixel(in, guide, a, column, border_index(row + 1, a->height, a->border), &next);
    const int y = row - r;
    if (y < top) continue;
    BARRIER();  // the row before has been read
    UNROLL for (int plane = 0; plane < PIXEL_PLANES; ++plane)
      numbers[plane * PITCH + number_place(LOCAL_X)] = sum[plane];
    WholePixel last;
    whole_pixel(in, guide, a, column, border_index(y - r, a->height, a->border), &last);
    sum_chunks(numbers, PIXEL_PLANES);
    if (LOCAL_X < across && x < a->x1) {
      Number total[PIXEL_PLANES], model[MODEL_PLANES];
      UNROLL for (int plane = 0; plane < PIXEL_PLANES; ++plane) total[plane] =
          whole(window_sum(numbers, PIXEL_PLANES, plane, window));
      fit(a, total, 1, model);
      GLOBAL uchar* to = scratch + origin(&a->models) + place(&a->models, x, y, 4);
      UNROLL for (int plane = 0; plane < MODEL_PLANES; ++plane)
        *(GLOBAL int*)(to + plane * a->models.channel) = nearest_whole(product_of(
            model[plane], number(plane < AVERAGED * GUIDES ? a->slope_scale : a->offset_scale)));
    }
    add_pixel(&last, -1, sum);
  }
}
