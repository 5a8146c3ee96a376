// SPDX-License-Identifier: Apache-2.0
// Results from sums of models that are whole numbers.
//   one group -> GROUP_WIDTH - 2 radius pixels of each of `segment` rows, ROWS at a time
//   local     -> as in guided_whole_models
//   one item  -> a column of models, whose sums stay in registers
// Bound by the models: each is read twice, and once more for each segment whose margin it lies in.

DEVICE void load_models(const GLOBAL uchar* models, const SelvageGuided* a, int x, int y,
                        Whole* model) {
  const GLOBAL uchar* at = models + place(&a->models, x, y, (int)sizeof(Whole));
  UNROLL for (int plane = 0; plane < MODEL_SUMS; ++plane) model[plane] =
      *(const GLOBAL Whole*)(at + plane * a->models.channel);
}

#if WIDE
#define SUM(plane) \
  ((double)(Signed)((Whole)window_sum(numbers, ROWS * MODEL_SUMS, plane, window) - bias))
#else
#define SUM(plane) window_sum(numbers, ROWS * MODEL_SUMS, plane, window)
#endif

KERNEL(GROUP_WIDTH, 1)
void guided_whole_results(GUIDED_PARAMETERS LOCAL_PARAM(Whole, numbers)) {
  LOCAL_BODY(Whole, numbers)
  const SelvageGuided* a = &args;
  FIND_IMAGES(a);
  const int r = a->radius, window = 2 * r + 1, across = GROUP_WIDTH - 2 * r;
  const int left = a->x0 + GROUP_X * across, x = left + LOCAL_X;
  const int top = a->y0 + GROUP_Y * a->segment, bottom = MIN_INT(top + a->segment, a->y1);
  const int column = MIN_INT(x, a->x1 + 2 * r - 1) - r;
  const GLOBAL uchar* models = scratch + origin(&a->models);
  Whole sum[MODEL_SUMS], enters[ROWS][MODEL_SUMS];
  UNROLL for (int plane = 0; plane < MODEL_SUMS; ++plane) sum[plane] = 0;
  UNROLL_4 for (int row = top - r; row < top + r; ++row) {
    Whole model[MODEL_SUMS];
    load_models(models, a, column, row, model);
    UNROLL for (int plane = 0; plane < MODEL_SUMS; ++plane) sum[plane] += model[plane];
  }
  const int last = bottom + r - 1;
#if WIDE
  const Whole bias = added(a, 6755399441055744.0f);  // of models, 1.5 * 2^52
  const double slope_unit = (double)a->slope_unit / (double)a->window_pixels;
  const double offset_unit = (double)a->offset_unit / (double)a->window_pixels;
#endif
  UNROLL for (int k = 0; k < ROWS; ++k)
      load_models(models, a, column, MIN_INT(top + r + k, last), enters[k]);
  NO_UNROLL for (int y = top; y < bottom; y += ROWS) {
    Whole leaves[ROWS][MODEL_SUMS];
    UNROLL for (int k = 0; k < ROWS; ++k) load_models(models, a, column, MIN_INT(y - r + k, last), leaves[k]);
    BARRIER();  // the rows before have been read
    UNROLL for (int k = 0; k < ROWS; ++k) {
      UNROLL for (int plane = 0; plane < MODEL_SUMS; ++plane) sum[plane] += enters[k][plane];
      PUT_SUMS(k, MODEL_SUMS)
      UNROLL for (int plane = 0; plane < MODEL_SUMS; ++plane) sum[plane] -= leaves[k][plane];
    }
    UNROLL for (int k = 0; k < ROWS; ++k)  // while the rows are summed
        load_models(models, a, column, MIN_INT(y + ROWS + r + k, last), enters[k]);
    sum_chunks(numbers, ROWS * MODEL_SUMS);
    if (LOCAL_X >= across || x >= a->x1) continue;
    NO_UNROLL for (int k = 0; k < ROWS && y + k < bottom; ++k) {
      const int first = k * MODEL_SUMS, slopes = AVERAGED * GUIDES;
#if CHECKS
      const Whole counts =
          (Whole)window_sum(numbers, ROWS * MODEL_SUMS, first + MODEL_PLANES, window);
      const int held = HELD(counts);
      scratch[origin(&a->held) + place(&a->held, x, y + k, 1)] = (uchar)held;
      if (!held) *(GLOBAL int*)(scratch + a->any_left) = 1;
      if (!held) continue;
#endif
      WholePixel p;
      whole_pixel(in, guide, a, x, y + k, &p);
      float mean[AVERAGED];
#if WIDE
      double at[GUIDES], value[OTHERS + 1];
      scaled_pixel(a, &p, at, value);
      UNROLL for (int c = 0; c < AVERAGED; ++c) {
        double slope = 0.0;
        UNROLL for (int j = 0; j < GUIDES; ++j) slope =
            FMA_REAL(SUM(first + c * GUIDES + j), at[j], slope);
        mean[c] = (float)((slope * slope_unit + SUM(first + slopes + c) * offset_unit) /
                          (double)(c < OWN_VALUES ? a->guide_scale : a->value_scale));
      }
#else
      UNROLL for (int c = 0; c < AVERAGED; ++c) {
        mean[c] = a->offset_unit * (float)SUM(first + slopes + c);
        UNROLL for (int j = 0; j < GUIDES; ++j) mean[c] =
            FMA((float)SUM(first + c * GUIDES + j), (float)p.guide[j] * a->slope_unit, mean[c]);
      }
#endif
      write_pixel(in, out, a, x, y + k, 0, mean);
    }
  }
}
