// SPDX-License-Identifier: Apache-2.0
// Models of windows, as whole numbers.
//   one group -> GROUP_WIDTH - 2 radius windows of each of `segment` rows, ROWS at a time
//   local     -> a number of each item, plane and row, and two of each chunk, plane and row
//   one item  -> a column of pixels, whose sums stay in registers: each row adds a pixel and takes
//                away the one that the window leaves. Sums along the row are differences of sums
//                from the row's beginning
// The work does not depend on the radius, apart from the margins of groups. Sums are exact.

#if WIDE
#define TOTAL(sum) ((double)(Signed)((Whole)(sum)-bias) * unit)
#define WHOLE_OF(v) BITS_OF_REAL((v) + 6755399441055744.0)  // 1.5 * 2^52
#else
#define TOTAL(sum) whole(sum)
#define WHOLE_OF(v) (Whole) nearest_whole(v)
#endif

KERNEL(GROUP_WIDTH, 1)
void guided_whole_models(GUIDED_PARAMETERS LOCAL_PARAM(Whole, numbers)) {
  LOCAL_BODY(Whole, numbers)
  const SelvageGuided* a = &args;
  FIND_IMAGES(a);
  const int r = a->radius, window = 2 * r + 1, across = GROUP_WIDTH - 2 * r;
  const int left = a->x0 + GROUP_X * across, x = left + LOCAL_X;
  const int top = a->y0 + GROUP_Y * a->segment, bottom = MIN_INT(top + a->segment, a->y1);
  const int column = border_index(MIN_INT(x, a->x1 + 2 * r - 1) - r, a->width, a->border);
  const int last = bottom + r - 1;  // the input may end there
#if WIDE
  const Whole bias = added(a, a->magic);
  const double unit = (double)a->magic / 6755399441055744.0;
#if CHECKS
  if (GROUP_X + GROUP_Y + GROUP_Z + LOCAL_X == 0) *(GLOBAL int*)(scratch + a->any_left) = 0;
#endif
#endif
  Whole sum[PIXEL_SUMS];
  UNROLL for (int plane = 0; plane < PIXEL_SUMS; ++plane) sum[plane] = 0;
  UNROLL_4 for (int row = top - r; row < top + r; ++row) {
    WholePixel p;
    whole_pixel(in, guide, a, column, border_index(row, a->height, a->border), &p);
    add_pixel(a, &p, 1, sum);
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
      add_pixel(a, &enters[k], 1, sum);
      PUT_SUMS(k, PIXEL_SUMS)
      add_pixel(a, &leaves[k], -1, sum);
    }
    UNROLL for (int k = 0; k < ROWS; ++k) whole_pixel(
        in, guide, a, column, border_index(MIN_INT(y + ROWS + r + k, last), a->height, a->border), &enters[k]);
    sum_chunks(numbers, ROWS * PIXEL_SUMS);
    if (LOCAL_X >= across || x >= a->x1) continue;
    NO_UNROLL for (int k = 0; k < ROWS && y + k < bottom; ++k) {
      Number total[PIXEL_PLANES], model[MODEL_PLANES];
      UNROLL for (int plane = 0; plane < PIXEL_PLANES; ++plane)
        total[plane] =
            TOTAL(window_sum(numbers, ROWS * PIXEL_SUMS, k * PIXEL_SUMS + plane, window));
      fit(a, total, 1, model);
      GLOBAL uchar* to =
          scratch + origin(&a->models) + place(&a->models, x, y + k, (int)sizeof(Whole));
      UNROLL for (int plane = 0; plane < MODEL_PLANES; ++plane)
        *(GLOBAL Whole*)(to + plane * a->models.channel) = WHOLE_OF(product_of(
            model[plane], number(plane < AVERAGED * GUIDES ? a->slope_scale : a->offset_scale)));
#if CHECKS
      const Whole counts = (Whole)window_sum(numbers, ROWS * PIXEL_SUMS,
                                             k * PIXEL_SUMS + PIXEL_PLANES, window);
      *(GLOBAL Whole*)(to + MODEL_PLANES * a->models.channel) =
          HAS(counts, BEYOND) * BEYOND + HAS(counts, SOME) * SOME + HAS(counts, STRONG) * STRONG;
#endif
    }
  }
}
