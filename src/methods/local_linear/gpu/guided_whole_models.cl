// SPDX-License-Identifier: Apache-2.0
// Models of the windows of bytes, as whole numbers.
//   one group -> GROUP_WIDTH - 2 radius windows of each of `segment` rows, ROWS at a time
//   local     -> a number of each item, plane and row, and two of each chunk, plane and row
//   one item  -> a column of pixels, whose sums stay in registers: each row adds a pixel and takes
//                away the one that the window leaves. Sums along the row are differences of sums
//                from the row's beginning
// The work does not depend on the radius, apart from the margins of groups. Sums are exact.

KERNEL(GROUP_WIDTH, 1)
void guided_whole_models(GUIDED_PARAMETERS LOCAL_PARAM(uint, numbers)) {
  LOCAL_BODY(uint, numbers)
  const SelvageGuided* a = &args;
  FIND_IMAGES(a);
  const int r = a->radius, window = 2 * r + 1, across = GROUP_WIDTH - 2 * r;
  const int left = a->x0 + GROUP_X * across, x = left + LOCAL_X;
  const int top = a->y0 + GROUP_Y * a->segment, bottom = MIN_INT(top + a->segment, a->y1);
  const int column = border_index(MIN_INT(x, a->x1 + 2 * r - 1) - r, a->width, a->border);
  const int last = bottom + r - 1;  // the input may end there
  int sum[PIXEL_PLANES];
  UNROLL for (int plane = 0; plane < PIXEL_PLANES; ++plane) sum[plane] = 0;
  UNROLL_4 for (int row = top - r; row < top + r; ++row) {
    WholePixel p;
    whole_pixel(in, guide, a, column, border_index(row, a->height, a->border), &p);
    add_pixel(&p, 1, sum);
  }
  WholePixel enters[ROWS];  // loaded while the rows before are computed
  UNROLL for (int k = 0; k < ROWS; ++k) whole_pixel(
      in, guide, a, column, border_index(MIN_INT(top + r + k, last), a->height, a->border), &enters[k]);
  NO_UNROLL for (int y = top; y < bottom; y += ROWS) {
    WholePixel leaves[ROWS];
    UNROLL for (int k = 0; k < ROWS; ++k) whole_pixel(
        in, guide, a, column, border_index(MIN_INT(y - r + k, last), a->height, a->border), &leaves[k]);
    BARRIER();  // the rows before have been read
    UNROLL for (int k = 0; k < ROWS; ++k) {
      add_pixel(&enters[k], 1, sum);
      PUT_SUMS(k, PIXEL_PLANES)
      add_pixel(&leaves[k], -1, sum);
    }
    UNROLL for (int k = 0; k < ROWS; ++k) whole_pixel(
        in, guide, a, column, border_index(MIN_INT(y + ROWS + r + k, last), a->height, a->border), &enters[k]);
    sum_chunks(numbers, ROWS * PIXEL_PLANES);
    if (LOCAL_X >= across || x >= a->x1) continue;
    NO_UNROLL for (int k = 0; k < ROWS && y + k < bottom; ++k) {
      Number total[PIXEL_PLANES], model[MODEL_PLANES];
      UNROLL for (int plane = 0; plane < PIXEL_PLANES; ++plane) total[plane] =
          whole(window_sum(numbers, ROWS * PIXEL_PLANES, k * PIXEL_PLANES + plane, window));
      fit(a, total, 1, model);
      GLOBAL uchar* to = scratch + origin(&a->models) + place(&a->models, x, y + k, 4);
      UNROLL for (int plane = 0; plane < MODEL_PLANES; ++plane)
        *(GLOBAL int*)(to + plane * a->models.channel) = nearest_whole(product_of(
            model[plane], number(plane < AVERAGED * GUIDES ? a->slope_scale : a->offset_scale)));
    }
  }
}
