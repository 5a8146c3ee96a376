// SPDX-License-Identifier: Apache-2.0
// Results from sums of models that are whole numbers.
//   one group -> GROUP_WIDTH - 2 radius pixels of each of `segment` rows, one row after another
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
void guided_whole_results(GUIDED_PARAMETERS LOCAL_PARAM(int, numbers)) {
  LOCAL_BODY(int, numbers)
  const SelvageGuided* a = &args;
  FIND_IMAGES(a);
  const int r = a->radius, window = 2 * r + 1, across = GROUP_WIDTH - 2 * r;
  const int left = a->x0 + GROUP_X * across, x = left + LOCAL_X;
  const int top = a->y0 + GROUP_Y * a->segment, bottom = MIN_INT(top + a->segment, a->y1);
  const int column = MIN_INT(x, a->x1 + 2 * r - 1) - r;
  const GLOBAL uchar* models = scratch + origin(&a->models);
  int sum[MODEL_PLANES], enters[MODEL_PLANES], leaves[MODEL_PLANES];
  load_models(models, a, column, top - r, sum);
  UNROLL_4 for (int row = top - r + 1; row <= top + r; ++row) {
    load_models(models, a, column, row, enters);
    UNROLL for (int plane = 0; plane < MODEL_PLANES; ++plane) sum[plane] += enters[plane];
  }
  NO_UNROLL for (int y = top; y < bottom; ++y) {
    BARRIER();  // the row before has been read
    UNROLL for (int plane = 0; plane < MODEL_PLANES; ++plane)
      numbers[plane * PITCH + number_place(LOCAL_X)] = sum[plane];
    load_models(models, a, column, y - r, leaves);  // while the row is summed
    load_models(models, a, column, MIN_INT(y + r + 1, bottom + r - 1), enters);
    sum_chunks(numbers, MODEL_PLANES);
    if (LOCAL_X < across && x < a->x1) {
      WholePixel p;
      whole_pixel(in, guide, a, x, y, &p);
      float mean[AVERAGED];
      UNROLL for (int c = 0; c < AVERAGED; ++c) {
        const int offset = window_sum(numbers, MODEL_PLANES, AVERAGED * GUIDES + c, window);
        mean[c] = (float)offset * a->offset_unit;
        UNROLL for (int j = 0; j < GUIDES; ++j) {
          const int slope = window_sum(numbers, MODEL_PLANES, c * GUIDES + j, window);
          mean[c] = FMA((float)slope, (float)p.guide[j] * a->slope_unit, mean[c]);
        }
      }
      write_pixel(in, out, a, x, y, 0, mean);
    }
    UNROLL for (int plane = 0; plane < MODEL_PLANES; ++plane) sum[plane] +=
        enters[plane] - leaves[plane];
  }
}
