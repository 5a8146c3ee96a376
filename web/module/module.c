/* SPDX-License-Identifier: Apache-2.0 */
/* What the page calls, over the C interface: one engine, one filter, rows of one 8-bit image. The
 * page passes numbers only; pixels lie in two buffers of the module's memory. Functions that can
 * fail return a selvage_status; module_message() and module_hint() describe the last failure. */

#include <stdlib.h>
#include <string.h>

#include "selvage/selvage.h"

#define EXPORT(name) __attribute__((export_name(#name)))

static selvage_engine* engine;
static selvage_error* failure;

static union {
  selvage_bilateral bilateral;
  selvage_rolling_guidance rolling;
  selvage_guided guided;
  selvage_gaussian gaussian;
} filter;

static struct buffer {
  unsigned char* bytes;
  size_t size;
} input, output;

static char candidate[64];  /* of the whole image */
static double error_bound;  /* of the last run */

static void forget_failure(void) {
  selvage_error_free(failure);
  failure = NULL;
}

EXPORT(module_message) const char* module_message(void) { return selvage_error_message(failure); }
EXPORT(module_hint) const char* module_hint(void) { return selvage_error_hint(failure); }
EXPORT(module_version) const char* module_version(void) { return selvage_version(); }
EXPORT(module_candidate) const char* module_candidate(void) { return candidate; }
EXPORT(module_error_bound) double module_error_bound(void) { return error_bound; }

static selvage_status checked(void) {
  forget_failure();
  return selvage_validate(&filter, NULL, NULL, &failure);
}

EXPORT(module_bilateral)
selvage_status module_bilateral(float sigma_space, float sigma_range, int32_t norm,
                                int32_t window) {
  selvage_bilateral_init(&filter.bilateral, sizeof filter.bilateral);
  filter.bilateral.sigma_space = sigma_space;
  filter.bilateral.sigma_range = sigma_range;
  filter.bilateral.norm = norm;
  filter.bilateral.window = window;
  return checked();
}

EXPORT(module_rolling)
selvage_status module_rolling(float sigma_space, float sigma_range, int32_t norm, int32_t window,
                              int32_t iterations) {
  selvage_rolling_guidance_init(&filter.rolling, sizeof filter.rolling);
  filter.rolling.sigma_space = sigma_space;
  filter.rolling.sigma_range = sigma_range;
  filter.rolling.norm = norm;
  filter.rolling.window = window;
  filter.rolling.iterations = iterations;
  return checked();
}

EXPORT(module_guided) selvage_status module_guided(int32_t radius, float epsilon) {
  selvage_guided_init(&filter.guided, sizeof filter.guided);
  filter.guided.radius = radius;
  filter.guided.epsilon = epsilon;
  return checked();
}

EXPORT(module_gaussian) selvage_status module_gaussian(float sigma_space, int32_t window) {
  selvage_gaussian_init(&filter.gaussian, sizeof filter.gaussian);
  filter.gaussian.sigma_space = sigma_space;
  filter.gaussian.window = window;
  return checked();
}

/* The rows above and below a band that the filter reads; -1: the filter is not valid. */
EXPORT(module_halo) int32_t module_halo(void) {
  int32_t halo = -1;
  forget_failure();
  return selvage_halo(&filter, &halo, &failure) == SELVAGE_OK ? halo : -1;
}

/* Returns a buffer of at least `size` bytes; NULL: no memory. It stays valid until the next call. */
static unsigned char* reserve(struct buffer* buffer, size_t size) {
  if (buffer->size < size) {
    free(buffer->bytes);
    buffer->bytes = malloc(size);
    buffer->size = buffer->bytes ? size : 0;
  }
  return buffer->bytes;
}
EXPORT(module_input) unsigned char* module_input(size_t size) { return reserve(&input, size); }
EXPORT(module_output) unsigned char* module_output(size_t size) { return reserve(&output, size); }

static selvage_status open_engine(void) {
  return engine ? SELVAGE_OK : selvage_engine_new("cpu", NULL, &engine, &failure);
}

/* Chooses the candidate for the whole image, so that bands have the bits of the whole. */
static selvage_status choose(int32_t width, int32_t height, int32_t alpha) {
  selvage_const_view shape;
  selvage_inputs shapes;
  selvage_frame frame;
  selvage_plan* plan = NULL;
  selvage_const_view_init(&shape, sizeof shape, NULL, SELVAGE_U8, width, height, alpha ? 4 : 3);
  shape.alpha = alpha;
  selvage_inputs_init(&shapes, sizeof shapes);
  shapes.image = &shape;
  selvage_frame_init(&frame, sizeof frame, width, height);
  const selvage_status status =
      selvage_plan_new(engine, &filter, &shapes, &frame, NULL, &plan, &failure);
  if (status == SELVAGE_OK)
    strncpy(candidate, selvage_plan_candidate(plan), sizeof candidate - 1);
  selvage_plan_free(plan);
  return status;
}

/* Filters rows first .. first + rows - 1 of an image of width x height RGBA pixels. The input buffer
 * holds the image's rows from `above` on, the output buffer gets the rows alone. `alpha`: whether
 * the fourth sample is alpha; if not, it is not read and comes out as 255. */
EXPORT(module_run)
selvage_status module_run(int32_t width, int32_t height, int32_t above, int32_t input_rows,
                          int32_t first, int32_t rows, int32_t alpha) {
  forget_failure();
  selvage_status status = open_engine();
  if (status == SELVAGE_OK) status = choose(width, height, alpha);
  if (status != SELVAGE_OK) return status;

  selvage_const_view from;
  selvage_view to;
  selvage_const_view_init(&from, sizeof from, input.bytes, SELVAGE_U8, width, input_rows, 4);
  selvage_view_init(&to, sizeof to, output.bytes, SELVAGE_U8, width, rows, 4);
  from.alpha = to.alpha = alpha;
  if (!alpha) {
    from.channels = to.channels = 3;
    memset(output.bytes, 255, (size_t)width * (size_t)rows * 4);
  }
  selvage_inputs inputs;
  selvage_outputs outputs;
  selvage_frame frame;
  selvage_inputs_init(&inputs, sizeof inputs);
  selvage_outputs_init(&outputs, sizeof outputs);
  selvage_frame_init(&frame, sizeof frame, width, height);
  inputs.image = &from;
  outputs.image = &to;
  frame.y = above;
  frame.compute_y = first;
  frame.compute_height = rows;
  selvage_request request;
  selvage_request_init(&request, sizeof request);
  request.use = candidate;

  selvage_report* report = NULL;
  status = selvage_run(engine, &filter, &inputs, &outputs, &frame, &request, NULL, &report,
                       &failure);
  if (status == SELVAGE_OK) error_bound = selvage_report_error_bound(report);
  selvage_report_free(report);
  return status;
}
