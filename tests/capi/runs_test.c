/* SPDX-License-Identifier: Apache-2.0 */
/* Plans, regions, controls, reports and the list of devices. */
#include <stdlib.h>
#include <string.h>

#include "tests.h"

static pictures p;
static results expected;
static unsigned char result[WIDTH * HEIGHT * 4];

/* The box of filters_test.c. */
static selvage_box box_filter(void) {
  selvage_box box;
  selvage_box_init(&box, sizeof box);
  box.radius = 3;
  box.has_invalid = 1;
  box.invalid = 100.0f / 255.0f;
  return box;
}

static void test_plan(selvage_engine* engine) {
  const selvage_box box = box_filter();
  selvage_const_view image;
  selvage_view out;
  selvage_inputs inputs;
  selvage_outputs outputs;
  selvage_plan* plan;
  selvage_report* report;
  selvage_error* error;
  size_t i, taken = 0;
  unsigned run;
  selvage_const_view_init(&image, sizeof image, NULL, SELVAGE_U8, WIDTH, HEIGHT, 4);
  image.alpha = 1;
  selvage_view_init(&out, sizeof out, result, SELVAGE_U8, WIDTH, HEIGHT, 4);
  selvage_inputs_init(&inputs, sizeof inputs);
  selvage_outputs_init(&outputs, sizeof outputs);
  inputs.image = &image;
  outputs.image = &out;
  CHECK_OK(selvage_plan_new(engine, &box, &inputs, NULL, NULL, &plan, &error), error);
  CHECK(strcmp(selvage_plan_device(plan), "cpu") == 0);
  CHECK(*selvage_plan_candidate(plan) != 0 && selvage_plan_predicted_seconds(plan) > 0);
  CHECK(selvage_plan_error_bound(plan) > 0 && selvage_plan_error_bound(plan) <= 0.5 / 255);
  CHECK(selvage_plan_device_bytes(plan) == 0);
  for (i = 0; i < selvage_plan_reason_count(plan); ++i) {
    CHECK(*selvage_plan_reason_candidate(plan, i) && *selvage_plan_reason_text(plan, i));
    taken += (size_t)selvage_plan_reason_taken(plan, i);
  }
  CHECK(taken == 1);
  CHECK_OK(selvage_plan_reserve(plan, &error), error);
  selvage_engine_free(engine); /* the plan lives on */

  image.data = p.image;
  for (run = 0; run < 50; ++run) {
    draw(&p, run);
    CHECK(cpp_result(SELVAGE_BOX, &p, &expected));
    CHECK_OK(selvage_plan_run(plan, &inputs, &outputs, NULL, &report, &error), error);
    CHECK(memcmp(result, expected.image, sizeof result) == 0);
    CHECK(strcmp(selvage_report_device(report), "cpu") == 0);
    CHECK(strcmp(selvage_report_candidate(report), selvage_plan_candidate(plan)) == 0);
    CHECK(selvage_report_error_bound(report) == selvage_plan_error_bound(plan));
    CHECK(selvage_report_seconds(report) > 0 && selvage_report_kernel_seconds(report) > 0);
    CHECK(selvage_report_certified(report) == 0 && selvage_report_recomputed(report) == 0);
    CHECK(selvage_report_terms(report) == 0);
    CHECK(selvage_report_stage_count(report) > 0 && *selvage_report_stage_name(report, 0));
    CHECK(selvage_report_stage_seconds(report, 0) >= 0 && selvage_report_note_count(report) == 0);
    selvage_report_free(report);
  }
  selvage_plan_free(plan);
}

/* A region with its halo, into a view that is upside down. */
static void test_region(selvage_engine* engine) {
  const selvage_box box = box_filter();
  unsigned char part[10 * 8 * 4];
  selvage_const_view image;
  selvage_view out;
  selvage_inputs inputs;
  selvage_outputs outputs;
  selvage_frame frame;
  selvage_error* error;
  int32_t halo = 0;
  int y;
  CHECK_OK(selvage_halo(&box, &halo, &error), error);
  CHECK(halo == 3);
  draw(&p, 3);
  CHECK(cpp_result(SELVAGE_BOX, &p, &expected));
  /* Columns 5..20 and rows 4..17 are held, columns 8..17 and rows 7..14 computed. */
  selvage_const_view_init(&image, sizeof image, p.image + (4 * WIDTH + 5) * 4, SELVAGE_U8, 16, 14,
                          4);
  image.row_stride = WIDTH * 4;
  image.alpha = 1;
  selvage_view_init(&out, sizeof out, part + 7 * 40, SELVAGE_U8, 10, 8, 4);
  out.row_stride = -40; /* the first row is the last in memory */
  selvage_frame_init(&frame, sizeof frame, WIDTH, HEIGHT);
  frame.x = 5;
  frame.y = 4;
  frame.compute_x = 8;
  frame.compute_y = 7;
  frame.compute_width = 10;
  frame.compute_height = 8;
  selvage_inputs_init(&inputs, sizeof inputs);
  selvage_outputs_init(&outputs, sizeof outputs);
  inputs.image = &image;
  outputs.image = &out;
  CHECK_OK(selvage_run(engine, &box, &inputs, &outputs, &frame, NULL, NULL, NULL, &error), error);
  for (y = 0; y < 8; ++y)
    CHECK(memcmp(part + (7 - y) * 40, expected.image + ((7 + y) * WIDTH + 8) * 4, 40) == 0);
}

typedef struct progress {
  int calls;
  double last;
  int stop_after; /* calls; 0: never */
  selvage_cancel* cancel;
} progress;

static int32_t follow(void* user, double share) {
  progress* f = (progress*)user;
  CHECK(share >= f->last && share <= 1.0);
  f->last = share;
  ++f->calls;
  if (f->cancel) selvage_cancel_request(f->cancel);
  return f->stop_after > 0 && f->calls >= f->stop_after;
}

static void test_controls(selvage_engine* engine) {
  enum { SIDE = 600 };
  unsigned char* pixels = (unsigned char*)calloc(SIDE * SIDE, 1);
  unsigned char* smooth = (unsigned char*)malloc(SIDE * SIDE);
  progress seen = {0, 0, 0, NULL};
  selvage_bilateral filter;
  selvage_const_view image;
  selvage_view out;
  selvage_inputs inputs;
  selvage_outputs outputs;
  selvage_controls controls;
  selvage_cancel* cancel;
  selvage_error* error;
  selvage_status status;
  selvage_bilateral_init(&filter, sizeof filter);
  selvage_const_view_init(&image, sizeof image, pixels, SELVAGE_U8, SIDE, SIDE, 1);
  selvage_view_init(&out, sizeof out, smooth, SELVAGE_U8, SIDE, SIDE, 1);
  selvage_inputs_init(&inputs, sizeof inputs);
  selvage_outputs_init(&outputs, sizeof outputs);
  inputs.image = &image;
  outputs.image = &out;
  selvage_controls_init(&controls, sizeof controls);
  controls.progress = follow;
  controls.user = &seen;
  status = selvage_run(engine, &filter, &inputs, &outputs, NULL, NULL, &controls, NULL, &error);
  CHECK_OK(status, error);
  CHECK(seen.calls > 1 && seen.last == 1.0);

  seen.calls = 0, seen.last = 0, seen.stop_after = 1;
  status = selvage_run(engine, &filter, &inputs, &outputs, NULL, NULL, &controls, NULL, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_CANCELLED, error, "");

  /* By the handle: while it runs, then before. */
  CHECK_OK(selvage_cancel_new(&cancel, &error), error);
  seen.calls = 0, seen.last = 0, seen.stop_after = 0, seen.cancel = cancel;
  controls.cancel = cancel;
  status = selvage_run(engine, &filter, &inputs, &outputs, NULL, NULL, &controls, NULL, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_CANCELLED, error, "");
  controls.progress = NULL;
  status = selvage_run(engine, &filter, &inputs, &outputs, NULL, NULL, &controls, NULL, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_CANCELLED, error, "");
  selvage_cancel_free(cancel);
  free(pixels);
  free(smooth);
}

static void test_devices(void) {
  selvage_devices* devices;
  selvage_error* error;
  size_t simd, beyond;
  CHECK_OK(selvage_devices_new(&devices, &error), error);
  beyond = selvage_devices_count(devices);
  CHECK(beyond >= 1);
  CHECK(strcmp(selvage_devices_id(devices, 0), "cpu") == 0);
  CHECK(*selvage_devices_name(devices, 0) && !*selvage_devices_missing(devices, 0));
  CHECK(selvage_devices_compute_units(devices, 0) >= 1);
  CHECK(selvage_devices_memory(devices, 0) > 0 && selvage_devices_is_processor(devices, 0));
  simd = selvage_devices_simd_count(devices, 0);
  CHECK(simd >= 1 && *selvage_devices_simd(devices, 0, simd - 1));
  CHECK(!*selvage_devices_simd(devices, 0, simd) && !*selvage_devices_id(devices, beyond));
  CHECK(!*selvage_devices_driver(devices, beyond));
  selvage_devices_free(devices);
}

static void test_options(void) {
  selvage_engine_options options;
  selvage_engine* engine;
  selvage_error* error;
  selvage_status status;
  CHECK(selvage_engine_options_init(&options, sizeof options) == SELVAGE_OK);
  CHECK(options.expected_runs == 1);
  options.threads = 1;
  options.executor = SELVAGE_EXECUTOR_SERIAL;
  CHECK_OK(selvage_engine_new("cpu", &options, &engine, &error), error);
  test_region(engine);
  selvage_engine_free(engine);
  options.simd = "abacus";
  status = selvage_engine_new("cpu", &options, &engine, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_INVALID_ARGUMENT, error, "abacus");
  options.simd = NULL;
  options.executor = 7;
  status = selvage_engine_new("cpu", &options, &engine, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_INVALID_ARGUMENT, error, "executor 7");
}

void test_runs(void) {
  selvage_engine* engine;
  selvage_error* error;
  CHECK(*selvage_version() != 0);
  test_devices();
  test_options();
  CHECK_OK(selvage_engine_new("cpu", NULL, &engine, &error), error);
  test_region(engine);
  test_controls(engine);
  test_plan(engine);
}
