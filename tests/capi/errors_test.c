/* SPDX-License-Identifier: Apache-2.0 */
/* What is wrong comes back as a status and a description; nothing else happens. */
#include <string.h>

#include "tests.h"

static pictures p;
static unsigned char result[WIDTH * HEIGHT * 4];

/* A call that is right; tests spoil one part of it. */
typedef struct call {
  selvage_engine* engine;
  selvage_bilateral filter;
  selvage_const_view image;
  selvage_view out;
  selvage_inputs inputs;
  selvage_outputs outputs;
  selvage_frame frame;
  selvage_request request;
  selvage_controls controls;
} call;

static call right_call(selvage_engine* engine) {
  call c;
  c.engine = engine;
  CHECK(selvage_bilateral_init(&c.filter, sizeof c.filter) == SELVAGE_OK);
  CHECK(selvage_const_view_init(&c.image, sizeof c.image, p.image, SELVAGE_U8, WIDTH, HEIGHT, 4) ==
        SELVAGE_OK);
  CHECK(selvage_view_init(&c.out, sizeof c.out, result, SELVAGE_U8, WIDTH, HEIGHT, 4) ==
        SELVAGE_OK);
  CHECK(selvage_inputs_init(&c.inputs, sizeof c.inputs) == SELVAGE_OK);
  CHECK(selvage_outputs_init(&c.outputs, sizeof c.outputs) == SELVAGE_OK);
  CHECK(selvage_frame_init(&c.frame, sizeof c.frame, WIDTH, HEIGHT) == SELVAGE_OK);
  CHECK(selvage_request_init(&c.request, sizeof c.request) == SELVAGE_OK);
  CHECK(selvage_controls_init(&c.controls, sizeof c.controls) == SELVAGE_OK);
  return c;
}

/* The pointers are set here, since a call is a value. */
static void expect(call c, selvage_status status, const char* part) {
  selvage_error* error;
  selvage_report* report;
  selvage_status got;
  c.inputs.image = &c.image;
  c.outputs.image = &c.out;
  got = selvage_run(c.engine, &c.filter, &c.inputs, &c.outputs, &c.frame, &c.request, &c.controls,
                    &report, &error);
  CHECK((report != NULL) == (status == SELVAGE_OK));
  selvage_report_free(report);
  CHECK_ERROR(got, status, error, part);
}

static void test_fields(selvage_engine* engine) {
  const call right = right_call(engine);
  call c = right;
  expect(c, SELVAGE_OK, "");
  c = right, c.filter.sigma_space = -1;
  expect(c, SELVAGE_ERROR_INVALID_ARGUMENT, "sigma_space -1 is outside");
  c = right, c.filter.norm = 9;
  expect(c, SELVAGE_ERROR_INVALID_ARGUMENT, "norm 9 is outside 0..4");
  c = right, c.filter.filter = 0;
  expect(c, SELVAGE_ERROR_INVALID_ARGUMENT, "filter 0 is outside 1..12");
  c = right, c.filter.filter = 13;
  expect(c, SELVAGE_ERROR_INVALID_ARGUMENT, "filter 13 is outside 1..12");
  c = right, c.image.type = 4;
  expect(c, SELVAGE_ERROR_INVALID_ARGUMENT, "image: type 4 is outside 0..3");
  c = right, c.image.channels = 1025;
  expect(c, SELVAGE_ERROR_INVALID_ARGUMENT, "image: 1025 channels");
  c = right, c.out.width = 1;
  expect(c, SELVAGE_ERROR_INVALID_ARGUMENT, "output image: is 1x23");
  c = right, c.out.data = NULL;
  expect(c, SELVAGE_ERROR_INVALID_ARGUMENT, "output image: has no data");
  c = right, c.frame.x = 5;
  expect(c, SELVAGE_ERROR_INVALID_ARGUMENT, "");
  c = right, c.request.method = -1;
  expect(c, SELVAGE_ERROR_INVALID_ARGUMENT, "method -1 is outside 0..3");
  c = right, c.request.sample_extent = -1;
  expect(c, SELVAGE_ERROR_INVALID_ARGUMENT, "sample_extent -1");
  c = right, c.request.use = "nothing";
  expect(c, SELVAGE_ERROR_INVALID_ARGUMENT, "nothing");
  c = right, c.request.method = SELVAGE_METHOD_BOUNDED;
  expect(c, SELVAGE_ERROR_UNSUPPORTED, "");
}

static void test_sizes(selvage_engine* engine) {
  const call right = right_call(engine);
  call c = right;
  c.filter.size = 64 - 4; /* its first version has 64 */
  expect(c, SELVAGE_ERROR_INVALID_ARGUMENT, "selvage_bilateral: size");
  c = right, c.filter.size = 0;
  expect(c, SELVAGE_ERROR_INVALID_ARGUMENT, "filter: size 0");
  c = right, c.filter.size = (size_t)-1;
  expect(c, SELVAGE_ERROR_INVALID_ARGUMENT, "filter: size");
  c = right, c.image.size = 8;
  expect(c, SELVAGE_ERROR_INVALID_ARGUMENT, "image: size 8");
  c = right, c.out.size = 0;
  expect(c, SELVAGE_ERROR_INVALID_ARGUMENT, "output image: size 0");
  c = right, c.inputs.size = 1;
  expect(c, SELVAGE_ERROR_INVALID_ARGUMENT, "inputs: size 1");
  c = right, c.outputs.size = 1;
  expect(c, SELVAGE_ERROR_INVALID_ARGUMENT, "outputs: size 1");
  c = right, c.frame.size = 1;
  expect(c, SELVAGE_ERROR_INVALID_ARGUMENT, "frame: size 1");
  c = right, c.request.size = 1;
  expect(c, SELVAGE_ERROR_INVALID_ARGUMENT, "request: size 1");
  c = right, c.controls.size = 1;
  expect(c, SELVAGE_ERROR_INVALID_ARGUMENT, "controls: size 1");
  CHECK(selvage_bilateral_init(&c.filter, 4) == SELVAGE_ERROR_INVALID_ARGUMENT);
  CHECK(selvage_view_init(&c.out, 4, NULL, SELVAGE_U8, 1, 1, 1) == SELVAGE_ERROR_INVALID_ARGUMENT);
  CHECK(selvage_view_init(&c.out, sizeof c.out, NULL, 9, 1, 1, 1) ==
        SELVAGE_ERROR_INVALID_ARGUMENT);
  CHECK(selvage_view_init(&c.out, sizeof c.out, NULL, SELVAGE_F32, INT32_MAX, INT32_MAX, 4) ==
        SELVAGE_ERROR_INVALID_ARGUMENT);
}

/* A program of tomorrow: its structure has one field more. */
static void test_newer_caller(selvage_engine* engine) {
  struct {
    selvage_bilateral now;
    int64_t later;
  } filter;
  selvage_error* error;
  selvage_status status;
  (void)engine;
  CHECK(selvage_bilateral_init(&filter.now, sizeof filter) == SELVAGE_OK);
  CHECK(filter.now.size == sizeof filter && filter.later == 0);
  CHECK_OK(selvage_validate(&filter, NULL, NULL, &error), error);
  filter.later = 1;
  status = selvage_validate(&filter, NULL, NULL, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_UNSUPPORTED, error, "selvage_bilateral: has a field");
}

static void test_null(selvage_engine* engine) {
  const call c = right_call(engine);
  selvage_engine* none;
  selvage_plan* plan;
  selvage_error* error;
  selvage_status status =
      selvage_run(NULL, &c.filter, &c.inputs, &c.outputs, NULL, NULL, NULL, NULL, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_INVALID_ARGUMENT, error, "engine is NULL");
  status = selvage_run(engine, NULL, &c.inputs, &c.outputs, NULL, NULL, NULL, NULL, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_INVALID_ARGUMENT, error, "filter is NULL");
  status = selvage_run(engine, &c.filter, NULL, &c.outputs, NULL, NULL, NULL, NULL, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_INVALID_ARGUMENT, error, "inputs is NULL");
  status = selvage_run(engine, &c.filter, &c.inputs, &c.outputs, NULL, NULL, NULL, NULL, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_INVALID_ARGUMENT, error, "image"); /* both ports are empty */
  status = selvage_plan_new(engine, &c.filter, &c.inputs, NULL, NULL, NULL, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_INVALID_ARGUMENT, error, "plan is NULL");
  plan = (selvage_plan*)&error;
  status = selvage_plan_new(NULL, &c.filter, &c.inputs, NULL, NULL, &plan, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_INVALID_ARGUMENT, error, "engine is NULL");
  CHECK(plan == NULL);
  status = selvage_plan_run(NULL, &c.inputs, &c.outputs, NULL, NULL, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_INVALID_ARGUMENT, error, "plan is NULL");
  /* Without a place for the description. */
  CHECK(selvage_plan_reserve(NULL, NULL) == SELVAGE_ERROR_INVALID_ARGUMENT);

  status = selvage_engine_new("cuda:99", NULL, &none, &error);
  CHECK(none == NULL);
  CHECK(strcmp(selvage_error_hint(error), "selvage::devices() lists them") == 0);
  CHECK_ERROR(status, SELVAGE_ERROR_DEVICE, error, "cuda:99");
}

static void test_descriptions(void) {
  selvage_error* error = selvage_error_new(SELVAGE_ERROR_INPUT, "a.png: is gone", "look for it");
  CHECK(strcmp(selvage_error_hint(error), "look for it") == 0);
  CHECK_ERROR(SELVAGE_ERROR_INPUT, SELVAGE_ERROR_INPUT, error, "a.png: is gone");
  error = selvage_error_new(SELVAGE_ERROR_LIMIT, NULL, NULL);
  CHECK(*selvage_error_message(error) == 0 && *selvage_error_hint(error) == 0);
  selvage_error_free(error);
}

static void test_nothing(void) {
  selvage_error_free(NULL);
  selvage_engine_free(NULL);
  selvage_plan_free(NULL);
  selvage_counts_free(NULL);
  selvage_report_free(NULL);
  selvage_devices_free(NULL);
  selvage_cancel_free(NULL);
  selvage_cancel_request(NULL);
  CHECK(selvage_error_code(NULL) == SELVAGE_OK && *selvage_error_message(NULL) == 0);
  CHECK(*selvage_engine_device(NULL) == 0 && *selvage_plan_candidate(NULL) == 0);
  CHECK(selvage_devices_count(NULL) == 0 && *selvage_devices_id(NULL, 0) == 0);
  CHECK(selvage_counts_channels(NULL) == 0 && selvage_counts_bins(NULL, 0) == NULL);
  CHECK(*selvage_report_note(NULL, 0) == 0 && *selvage_plan_reason_text(NULL, 0) == 0);
}

void test_errors(void) {
  selvage_engine* engine;
  selvage_error* error;
  draw(&p, 2);
  CHECK_OK(selvage_engine_new("cpu", NULL, &engine, &error), error);
  test_fields(engine);
  test_sizes(engine);
  test_newer_caller(engine);
  test_null(engine);
  test_descriptions();
  test_nothing();
  selvage_engine_free(engine);
}
