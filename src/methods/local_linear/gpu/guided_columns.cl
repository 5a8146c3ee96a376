// SPDX-License-Identifier: Apache-2.0
// Sums along columns of what guided_rows summed, and what follows from them: models (MODELS 0), or
// results, with a subsample means of models (1).
//   one group -> GROUP_WIDTH x GROUP_HEIGHT pixels of the grid, plane after plane
//   local     -> twice GROUP_WIDTH x (GROUP_HEIGHT + 2 radius) numbers
//   one item  -> one pixel of the grid; its sums stay in registers

// Decomposes the guide's covariance, plus epsilon, into L D L^T, and solves it for each value
// [he2013, eq. 11, 14]. Pivots are at least epsilon in exact arithmetic.
DEVICE void fit(const SelvageGuided* a, const Number* sum, int valid, Number* model) {
  const Number epsilon = product_of(product_of(number(a->epsilon), number(a->guide_full_scale)),
                                    number(a->guide_full_scale));
  Number pixels = number(a->window_pixels);
  if (COUNTED)
    pixels = exceeds(sum[PIXEL_PLANES - 1], number(1.0f)) ? sum[PIXEL_PLANES - 1] : number(1.0f);
  const Number reciprocal = reciprocal_of(pixels);
  Number mean[GUIDES], covariance[GUIDES][GUIDES], lower[GUIDES][GUIDES], scaled[GUIDES][GUIDES],
      pivot[GUIDES];
  UNROLL for (int j = 0; j < GUIDES; ++j) mean[j] = product_of(sum[j], reciprocal);
  int plane = GUIDES + OTHERS;
  UNROLL for (int j = 0; j < GUIDES; ++j)
    UNROLL for (int k = j; k < GUIDES; ++k)
      covariance[j][k] = covariance[k][j] = difference_of(product_of(sum[plane++], reciprocal),
                                                          product_of(mean[j], mean[k]));
  UNROLL for (int j = 0; j < GUIDES; ++j) {
    Number d = sum_of(covariance[j][j], epsilon);
    UNROLL for (int k = 0; k < j; ++k) d = difference_of(d, product_of(lower[j][k], scaled[j][k]));
    pivot[j] = reciprocal_of(exceeds(d, epsilon) ? d : epsilon);
    UNROLL for (int i = j + 1; i < GUIDES; ++i) {
      Number entry = covariance[j][i];
      UNROLL for (int k = 0; k < j; ++k) entry =
          difference_of(entry, product_of(lower[i][k], scaled[j][k]));
      scaled[i][j] = entry;
      lower[i][j] = product_of(entry, pivot[j]);
    }
  }
  UNROLL for (int c = 0; c < AVERAGED; ++c) {
    Number solution[GUIDES], value;
    if (c < OWN_VALUES) {
      value = sum_of(mean[c < OWN_VALUES ? c : 0], number(a->guide_centre));
      UNROLL for (int j = 0; j < GUIDES; ++j) solution[j] = covariance[c < OWN_VALUES ? c : 0][j];
    } else {
      value = product_of(sum[GUIDES + c - OWN_VALUES], reciprocal);
      UNROLL for (int j = 0; j < GUIDES; ++j) solution[j] =
          difference_of(product_of(sum[plane + (c - OWN_VALUES) * GUIDES + j], reciprocal),
                        product_of(value, mean[j]));
    }
    UNROLL for (int j = 0; j < GUIDES; ++j)
      UNROLL for (int k = 0; k < j; ++k) solution[j] =
          difference_of(solution[j], product_of(lower[j][k], solution[k]));
    UNROLL for (int j = GUIDES - 1; j >= 0; --j) {
      solution[j] = product_of(solution[j], pivot[j]);
      UNROLL for (int i = j + 1; i < GUIDES; ++i) solution[j] =
          difference_of(solution[j], product_of(lower[i][j], solution[i]));
    }
    Number b = value;
    UNROLL for (int j = 0; j < GUIDES; ++j) {
      b = difference_of(b, product_of(solution[j], mean[j]));
      model[c * GUIDES + j] = valid ? solution[j] : number(0.0f);
    }
    model[AVERAGED * GUIDES + c] = valid ? b : number(0.0f);
    if (FILL) model[AVERAGED * (GUIDES + FILL) + c * FILL] = valid ? value : number(0.0f);
  }
  if (COUNTED) model[MODEL_PLANES - 1] = number(valid ? 1.0f : 0.0f);
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void guided_columns(GUIDED_PARAMETERS LOCAL_PARAM(Number, numbers)) {
  LOCAL_BODY(Number, numbers)
  const SelvageGuided* a = &args;
  FIND_IMAGES(a);
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
  write_result(in, mask, guide, out, a, x, y, sum);
#endif
}
