// SPDX-License-Identifier: Apache-2.0
// The model of a window. Read after guided.h.
//   WHOLE  values have the guide's centre subtracted, as the guide has

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
      value = mean[c < OWN_VALUES ? c : 0];
#if !WHOLE
      value = sum_of(value, number(a->guide_centre));
#endif
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
#if WHOLE
    value = sum_of(value, number(a->guide_centre));  // the values' centre too
#endif
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
