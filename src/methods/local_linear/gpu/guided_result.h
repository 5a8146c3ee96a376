// SPDX-License-Identifier: Apache-2.0
// The result of a pixel, from the sums of models around it. In upsampling the image's pixel is the
// one that holds it. Read after guided.h.

DEVICE void write_result(const GLOBAL uchar* in, const GLOBAL uchar* mask,
                         const GLOBAL uchar* guide, GLOBAL uchar* out, const SelvageGuided* a,
                         int x, int y, const Number* sum) {
#if ENLARGES
  const int from_x = at_centre(x, a->width, a->grid_width);
  const int from_y = at_centre(y, a->height, a->grid_height);
#else
  const int from_x = x, from_y = y;
#endif
  LinearPixel p;
  linear_pixel(in, mask, guide, a, from_x, from_y, x, y, &p);
  int copied = 0;
#if COUNTED
  const Number models = sum[MODEL_PLANES - 1];
  const int any = exceeds(models, number(0.0f));
  const Number reciprocal = any ? reciprocal_of(models) : number(0.0f);
  copied = !any || (!p.valid && !FILL);
  if (a->border == COPY)
    copied |= x < a->halo || y < a->halo || x + a->halo >= a->width || y + a->halo >= a->height;
#else
  const Number reciprocal = reciprocal_of(number(a->window_pixels));
#endif
  float mean[AVERAGED];
  // An invalid centre without a guide takes the mean of its windows' means.
  const int modelled = p.valid || (!OWN && p.guide_valid);
  UNROLL for (int c = 0; c < AVERAGED; ++c) {
    Number value = sum[AVERAGED * GUIDES + c];
    UNROLL for (int j = 0; j < GUIDES; ++j) value =
        sum_of(value, product_of(sum[c * GUIDES + j], p.guide[j]));
    if (FILL && !modelled) value = sum[AVERAGED * (GUIDES + FILL) + c * FILL];
    mean[c] = nearest(product_of(value, reciprocal));
  }
  write_pixel_from(input_pixel(in, a, from_x, from_y), out, a, x, y, copied, mean);
}
