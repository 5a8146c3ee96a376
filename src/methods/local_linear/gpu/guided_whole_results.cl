// SPDX-License-Identifier: Apache-2.0
// Results from sums of models that are whole numbers.
//   one group -> GROUP_WIDTH - 2 radius pixels of each of `segment` rows, ROWS at a time
//   local     -> as in guided_whole_models
//   one item  -> a column of models, whose sums stay in registers
// Bound by the models: each is read twice, and once more for each segment whose margin it lies in.

DEVICE void load_models(const GLOBAL uchar* models, const SelvageGuided* a, int x, int y,
                        int* model) {
  const GLOBAL uchar* at = models + place(&a->models, x, y, 4);
  UNROLL for (int plane = 0; plane < MODEL_PLANES; ++plane) model[plane] =
      *(const GLOBAL int*)(at + plane * a->models.channel);
}

KERNEL(GROUP_WIDTH, 1)
void guided_whole_results(GUIDED_PARAMETERS LOCAL_PARAM(uint, numbers)) {
  LOCAL_BODY(uint, numbers)
  const SelvageGuided* a = &args;
  FIND_IMAGES(a);
  const int r = a->radius, window = 2 * r + 1, across = GROUP_WIDTH - 2 * r;
  const int left = a->x0 + GROUP_X * across, x = left + LOCAL_X;
  const int top = a->y0 + GROUP_Y * a->segment, bottom = MIN_INT(top + a->segment, a->y1);
  const int column = MIN_INT(x, a->x1 + 2 * r - 1) - r;
  const GLOBAL uchar* models = scratch + origin(&a->models);
  int sum[MODEL_PLANES], enters[ROWS][MODEL_PLANES];
  UNROLL for (int plane = 0; plane < MODEL_PLANES; ++plane) sum[plane] = 0;
  UNROLL_4 for (int row = top - r; row < top + r; ++row) {
    int model[MODEL_PLANES];
    load_models(models, a, column, row, model);
    UNROLL for (int plane = 0; plane < MODEL_PLANES; ++plane) sum[plane] += model[plane];
  }
  const int last = bottom + r - 1;
  UNROLL for (int k = 0; k < ROWS; ++k)
      load_models(models, a, column, MIN_INT(top + r + k, last), enters[k]);
  NO_UNROLL for (int y = top; y < bottom; y += ROWS) {
    int leaves[ROWS][MODEL_PLANES];
    UNROLL for (int k = 0; k < ROWS; ++k) load_models(models, a, column, MIN_INT(y - r + k, last), leaves[k]);
    BARRIER();  // the rows before have been read
    UNROLL for (int k = 0; k < ROWS; ++k) {
      UNROLL for (int plane = 0; plane < MODEL_PLANES; ++plane) sum[plane] += enters[k][plane];
      PUT_SUMS(k, MODEL_PLANES)
      UNROLL for (int plane = 0; plane < MODEL_PLANES; ++plane) sum[plane] -= leaves[k][plane];
    }
    UNROLL for (int k = 0; k < ROWS; ++k)  // while the rows are summed
        load_models(models, a, column, MIN_INT(y + ROWS + r + k, last), enters[k]);
    sum_chunks(numbers, ROWS * MODEL_PLANES);
    if (LOCAL_X >= across || x >= a->x1) continue;
    NO_UNROLL for (int k = 0; k < ROWS && y + k < bottom; ++k) {
      WholePixel p;
      whole_pixel(in, guide, a, x, y + k, &p);
      const int first = k * MODEL_PLANES, slopes = AVERAGED * GUIDES;
      float mean[AVERAGED];
      UNROLL for (int c = 0; c < AVERAGED; ++c) {
        mean[c] = a->offset_unit *
                  (float)window_sum(numbers, ROWS * MODEL_PLANES, first + slopes + c, window);
        UNROLL for (int j = 0; j < GUIDES; ++j) mean[c] =
            FMA((float)window_sum(numbers, ROWS * MODEL_PLANES, first + c * GUIDES + j, window),
                (float)p.guide[j] * a->slope_unit, mean[c]);
      }
      write_pixel(in, out, a, x, y + k, 0, mean);
    }
  }
}
