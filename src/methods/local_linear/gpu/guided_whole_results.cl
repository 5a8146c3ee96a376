// SPDX-License-Identifier: Apache-2.0
// Results from sums of models that are whole numbers.
//   one group -> GROUP_WIDTH - 2 radius pixels of each of `segment` rows, one row after another
//   local     -> as in guided_whole_models
//   one item  -> a column of models, whose sums stay in registers
// Bound by the models: each is read twice, and once more for each segment whose margin it lies in.

// Adds the models of (x, y), times `sign`.
DEVICE void add_models(const GLOBAL uchar* models, const SelvageGuided* a, int x, int y, int sign,
                       int* sum) {
  const GLOBAL uchar* at = models + place(&a->models, x, y, 4);
  UNROLL for (int plane = 0; plane < MODEL_PLANES; ++plane) sum[plane] +=
      sign * *(const GLOBAL int*)(at + plane * a->models.channel);
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
  int sum[MODEL_PLANES];
  UNROLL for (int plane = 0; plane < MODEL_PLANES; ++plane) sum[plane] = 0;
  for (int row = top - r; row < top + r; ++row) add_models(models, a, column, row, 1, sum);
  NO_UNROLL for (int y = top; y < bottom; ++y) {
    add_models(models, a, column, y + r, 1, sum);
    BARRIER();  // the row before has been read
    UNROLL for (int plane = 0; plane < MODEL_PLANES; ++plane)
      numbers[plane * PITCH + number_place(LOCAL_X)] = sum[plane];
    add_models(models, a, column, y - r, -1, sum);  // loaded while the row is summed
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
  }
}
