/* SPDX-License-Identifier: Apache-2.0 */
/* Gradients; tests/methods/gradient compares their values with the reference. */
#include <math.h>

#include "tests.h"

/* [0 1], both sigmas 1, L = out(0): with w = 1 / e, dL/dw = 1 / (1 + w)^2. */
void test_gradients(void) {
  float image[2] = {0, 1}, d_output[2] = {1, 0}, d_image[2] = {0, 0};
  const double w = exp(-1.0), by_weight = w / ((1 + w) * (1 + w));
  selvage_engine* engine;
  selvage_error* error;
  selvage_bilateral filter;
  selvage_const_view in, d;
  selvage_view out;
  selvage_inputs inputs;
  selvage_gradients gradients;
  selvage_status status;
  CHECK_OK(selvage_engine_new("cpu", NULL, &engine, &error), error);
  selvage_bilateral_init(&filter, sizeof filter);
  filter.sigma_space = filter.sigma_range = 1;
  filter.has_radius = 1;
  filter.radius = 1;
  filter.border = SELVAGE_BORDER_SHRINK;
  selvage_const_view_init(&in, sizeof in, image, SELVAGE_F32, 2, 1, 1);
  selvage_const_view_init(&d, sizeof d, d_output, SELVAGE_F32, 2, 1, 1);
  selvage_view_init(&out, sizeof out, d_image, SELVAGE_F32, 2, 1, 1);
  selvage_inputs_init(&inputs, sizeof inputs);
  inputs.image = &in;
  CHECK(selvage_gradients_init(&gradients, sizeof gradients) == SELVAGE_OK);
  gradients.image = &out;
  CHECK_OK(selvage_gradient(engine, &filter, &inputs, &d, NULL, &gradients, &error), error);
  CHECK(fabs(d_image[0] - (1 / (1 + w) + by_weight)) < 1e-6);
  CHECK(fabs(d_image[1] - w * by_weight) < 1e-6);
  CHECK(fabs(gradients.sigma_space - by_weight) < 1e-6);
  CHECK(fabs(gradients.sigma_range - by_weight) < 1e-6);
  CHECK(gradients.image == &out && gradients.size == sizeof gradients);

  filter.norm = SELVAGE_NORM_LUMA;
  status = selvage_gradient(engine, &filter, &inputs, &d, NULL, &gradients, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_UNSUPPORTED, error, "luma");
  filter.norm = SELVAGE_NORM_L2;
  filter.iterations = 2;
  status = selvage_gradient(engine, &filter, &inputs, &d, NULL, &gradients, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_UNSUPPORTED, error, "the gradient of 2 iterations");
  filter.iterations = 1;
  filter.fill = 1;
  status = selvage_gradient(engine, &filter, &inputs, &d, NULL, &gradients, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_UNSUPPORTED, error, "fills holes");
  filter.fill = 0;
  status = selvage_gradient(engine, &filter, &inputs, NULL, NULL, &gradients, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_INVALID_ARGUMENT, error, "d_output is NULL");
  status = selvage_gradient(NULL, &filter, &inputs, &d, NULL, &gradients, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_INVALID_ARGUMENT, error, "engine is NULL");
  gradients.size = 0;
  status = selvage_gradient(engine, &filter, &inputs, &d, NULL, &gradients, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_INVALID_ARGUMENT, error, "gradients: size 0");
  selvage_engine_free(engine);
}
