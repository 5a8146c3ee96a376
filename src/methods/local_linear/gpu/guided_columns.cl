// SPDX-License-Identifier: Apache-2.0
// Sums along columns of what guided_rows summed, and what follows from them: models (MODELS 0), or
// results, with a subsample means of models (1).
//   one group -> GROUP_WIDTH x GROUP_HEIGHT pixels of the grid, plane after plane
//   local     -> twice GROUP_WIDTH x (GROUP_HEIGHT + 2 radius) numbers
//   one item  -> one pixel of the grid; its sums stay in registers

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void guided_columns(GUIDED_PARAMETERS LOCAL_PARAM(Number, numbers)) {
  LOCAL_BODY(Number, numbers)
  const SelvageGuided* a = &args;
  FIND_IMAGES(a);
  RETURN_IF_NONE_LEFT(a);
  const int left = a->x0 + GROUP_X * GROUP_WIDTH, top = a->y0 + GROUP_Y * GROUP_HEIGHT;
  const int x = left + LOCAL_X, y = top + LOCAL_Y, item = LOCAL_Y * GROUP_WIDTH + LOCAL_X;
  const int r = a->radius, count = GROUP_WIDTH * (GROUP_HEIGHT + 2 * r);
  const SelvageLayout* rows = MODELS ? &a->model_rows : &a->pixel_rows;
  Number sum[MODELS ? MODEL_PLANES : PIXEL_PLANES];
  for (int plane = 0; plane < (MODELS ? MODEL_PLANES : PIXEL_PLANES); ++plane) {
    BARRIER();
    for (int i = item; i < count; i += ITEMS) {
      const int column = left + i % GROUP_WIDTH, row = top - r + i / GROUP_WIDTH;
      numbers[i] = column < a->x1 && row <= a->last_row
                       ? *number_at(scratch, rows, column, row, plane)
                       : number(0.0f);
    }
    BARRIER();
    sum[plane] = sum_of_neighbours(numbers, numbers + count, item, item, GROUP_WIDTH, 2 * r + 1,
                                   count);
  }
  if (x >= a->x1 || y >= a->y1) return;
#if !MODELS
  Number model[MODEL_PLANES];
  int valid = 1;
  if (COUNTED) {
    LinearPixel p;
    grid_pixel(in, mask, guide, a, x, y, &p);
    valid = p.valid;
  }
  fit(a, sum, valid, model);
  for (int plane = 0; plane < MODEL_PLANES; ++plane)
    *number_at(scratch, &a->models, x, y, plane) = model[plane];
#elif COARSE
  const Number models = sum[MODEL_PLANES - 1];
  const int any = exceeds(models, number(0.0f));
  for (int plane = 0; plane < MODEL_PLANES - 1; ++plane)
    *number_at(scratch, &a->means, x, y, plane) =
        any ? quotient_of(sum[plane], models) : number(0.0f);
  *number_at(scratch, &a->means, x, y, MODEL_PLANES - 1) = number(any ? 1.0f : 0.0f);
#else
  if (a->any_left >= 0 && scratch[origin(&a->held) + place(&a->held, x, y, 1)]) return;
  write_result(in, mask, guide, out, a, x, y, sum);
#endif
}
