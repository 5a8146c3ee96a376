/* SPDX-License-Identifier: Apache-2.0 */
/* Each filter gives the bits that the C++ interface gives (cpp_results.cpp). */
#include <string.h>

#include "tests.h"

static pictures p;

/* What `filter` computes; its parameters are those of cpp_results.cpp. */
static void expect_cpp_bits(selvage_engine* engine, const void* filter, int32_t kind) {
  static results c, cpp;
  selvage_const_view image, guide, mask, normals, depth;
  selvage_view out, flags;
  selvage_inputs inputs;
  selvage_outputs outputs;
  selvage_error* error;
  size_t i;
  const int small = kind == SELVAGE_JOINT_UPSAMPLING || kind == SELVAGE_GUIDED_UPSAMPLING;
  memset(&c, 0, sizeof c);
  memset(&cpp, 0, sizeof cpp);

  if (small)
    selvage_const_view_init(&image, sizeof image, p.small, SELVAGE_U8, SMALL_WIDTH, SMALL_HEIGHT,
                            4);
  else
    selvage_const_view_init(&image, sizeof image, p.image, SELVAGE_U8, WIDTH, HEIGHT, 4);
  image.alpha = 1;
  selvage_const_view_init(&guide, sizeof guide, p.guide, SELVAGE_U8, WIDTH, HEIGHT, 3);
  selvage_const_view_init(&mask, sizeof mask, p.mask, SELVAGE_U8, WIDTH, HEIGHT, 1);
  selvage_const_view_init(&normals, sizeof normals, p.normals, SELVAGE_F32, WIDTH, HEIGHT, 3);
  selvage_const_view_init(&depth, sizeof depth, p.depth, SELVAGE_F32, WIDTH, HEIGHT, 1);
  selvage_inputs_init(&inputs, sizeof inputs);
  selvage_outputs_init(&outputs, sizeof outputs);
  inputs.image = &image;
  if (kind == SELVAGE_JOINT_BILATERAL || kind == SELVAGE_GUIDED || small) inputs.guide = &guide;
  if (kind == SELVAGE_BILATERAL) inputs.mask = &mask;
  if (kind == SELVAGE_GEOMETRY_GUIDED) {
    inputs.normals = &normals;
    inputs.depth = &depth;
    selvage_view_init(&flags, sizeof flags, c.flags, SELVAGE_U8, WIDTH, HEIGHT, 1);
    outputs.flags = &flags;
  }
  if (kind == SELVAGE_HISTOGRAM) {
    CHECK_OK(selvage_counts_new(&outputs.counts, &error), error);
  } else {
    out.size = sizeof out;
    CHECK_OK(selvage_result_shape(filter, &image, inputs.guide, &out, &error), error);
    out.data = c.image;
    CHECK(out.width == WIDTH && out.height == HEIGHT && out.alpha && out.batch == 1);
    outputs.image = &out;
  }
  CHECK_OK(selvage_run(engine, filter, &inputs, &outputs, NULL, NULL, NULL, NULL, &error), error);
  for (i = 0; i < selvage_counts_channels(outputs.counts); ++i)
    memcpy(c.bins + i * 16, selvage_counts_bins(outputs.counts, i), 16 * sizeof(uint64_t));

  CHECK(cpp_result(kind, &p, &cpp));
  CHECK(memcmp(&c, &cpp, sizeof c) == 0);
  CHECK(kind == SELVAGE_HISTOGRAM || memcmp(c.image, p.image, 40) != 0);
  if (kind == SELVAGE_HISTOGRAM) {
    CHECK(selvage_counts_channels(outputs.counts) == 1);
    CHECK(selvage_counts_bin_count(outputs.counts) == 16);
    CHECK(selvage_counts_low(outputs.counts) == 0.25 && selvage_counts_high(outputs.counts) == 1.0);
    CHECK(selvage_counts_not_numbers(outputs.counts, 0) == 0);
  }
  selvage_counts_free(outputs.counts);
}

static void test_bilaterals(selvage_engine* engine) {
  selvage_bilateral bilateral;
  selvage_joint_bilateral joint;
  selvage_joint_upsampling upsampling;
  selvage_rolling_guidance rolling;

  CHECK(selvage_bilateral_init(&bilateral, sizeof bilateral) == SELVAGE_OK);
  bilateral.sigma_space = 2.0f;
  bilateral.sigma_range = 0.25f;
  bilateral.has_radius = 1;
  bilateral.radius = 4;
  bilateral.window = SELVAGE_WINDOW_DISC;
  bilateral.norm = SELVAGE_NORM_L1;
  bilateral.border = SELVAGE_BORDER_SHRINK;
  bilateral.iterations = 2;
  bilateral.alpha = SELVAGE_ALPHA_FILTER;
  bilateral.fill = 1;
  expect_cpp_bits(engine, &bilateral, SELVAGE_BILATERAL);

  CHECK(selvage_joint_bilateral_init(&joint, sizeof joint) == SELVAGE_OK);
  joint.sigma_range = 0.2f;
  joint.border = SELVAGE_BORDER_CONSTANT;
  joint.border_value = 0.5f;
  expect_cpp_bits(engine, &joint, SELVAGE_JOINT_BILATERAL);

  CHECK(selvage_joint_upsampling_init(&upsampling, sizeof upsampling) == SELVAGE_OK);
  upsampling.sigma_space = 1.5f;
  upsampling.norm = SELVAGE_NORM_LUMA;
  expect_cpp_bits(engine, &upsampling, SELVAGE_JOINT_UPSAMPLING);

  CHECK(selvage_rolling_guidance_init(&rolling, sizeof rolling) == SELVAGE_OK);
  rolling.iterations = 2;
  rolling.norm = SELVAGE_NORM_PER_CHANNEL;
  expect_cpp_bits(engine, &rolling, SELVAGE_ROLLING_GUIDANCE);
}

static void test_others(selvage_engine* engine) {
  static const float sharpen[9] = {0, -1, 0, -1, 5, -1, 0, -1, 0};
  static const float row[3] = {1, 2, 1}, column[5] = {1, 4, 6, 4, 1};
  selvage_geometry_guided geometry;
  selvage_gaussian gaussian;
  selvage_box box;
  selvage_convolution convolution;
  selvage_separable_convolution separable;
  selvage_histogram histogram;
  selvage_guided guided;
  selvage_guided_upsampling enlarging;

  CHECK(selvage_geometry_guided_init(&geometry, sizeof geometry) == SELVAGE_OK);
  geometry.radius = 5;
  geometry.weights = SELVAGE_WEIGHTS_BOX;
  expect_cpp_bits(engine, &geometry, SELVAGE_GEOMETRY_GUIDED);

  CHECK(selvage_gaussian_init(&gaussian, sizeof gaussian) == SELVAGE_OK);
  gaussian.border = SELVAGE_BORDER_WRAP;
  gaussian.alpha = SELVAGE_ALPHA_WEIGHT;
  expect_cpp_bits(engine, &gaussian, SELVAGE_GAUSSIAN);

  CHECK(selvage_box_init(&box, sizeof box) == SELVAGE_OK);
  box.radius = 3;
  box.has_invalid = 1;
  box.invalid = 100.0f / 255.0f;
  expect_cpp_bits(engine, &box, SELVAGE_BOX);

  CHECK(selvage_convolution_init(&convolution, sizeof convolution) == SELVAGE_OK);
  convolution.kernel = sharpen;
  convolution.kernel_count = 9;
  convolution.width = convolution.height = 3;
  expect_cpp_bits(engine, &convolution, SELVAGE_CONVOLUTION);

  CHECK(selvage_separable_convolution_init(&separable, sizeof separable) == SELVAGE_OK);
  separable.row = row;
  separable.row_count = 3;
  separable.column = column;
  separable.column_count = 5;
  separable.scale = 1.0f / 64.0f;
  separable.gray = 1;
  expect_cpp_bits(engine, &separable, SELVAGE_SEPARABLE_CONVOLUTION);

  CHECK(selvage_histogram_init(&histogram, sizeof histogram) == SELVAGE_OK);
  histogram.bins = 16;
  histogram.has_channel = 1;
  histogram.channel = 2;
  histogram.has_low = 1;
  histogram.low = 0.25f;
  expect_cpp_bits(engine, &histogram, SELVAGE_HISTOGRAM);

  CHECK(selvage_guided_init(&guided, sizeof guided) == SELVAGE_OK);
  guided.radius = 3;
  guided.epsilon = 0.001f;
  guided.subsample = 2;
  expect_cpp_bits(engine, &guided, SELVAGE_GUIDED);

  CHECK(selvage_guided_upsampling_init(&enlarging, sizeof enlarging) == SELVAGE_OK);
  enlarging.radius = 2;
  enlarging.epsilon = 0.001f;
  expect_cpp_bits(engine, &enlarging, SELVAGE_GUIDED_UPSAMPLING);
}

void test_filters(void) {
  selvage_engine* engine;
  selvage_error* error;
  CHECK_OK(selvage_engine_new("cpu", NULL, &engine, &error), error);
  CHECK(strcmp(selvage_engine_device(engine), "cpu") == 0);
  draw(&p, 1);
  test_bilaterals(engine);
  test_others(engine);
  selvage_engine_free(engine);
}
