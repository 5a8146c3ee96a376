// SPDX-License-Identifier: Apache-2.0
// Tests that every field of every filter converts from C, and its default to C.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "capi/arguments.hpp"
#include "selvage/error.hpp"

namespace selvage::capi {
namespace {

constexpr std::array<float, 3> row{1, 2, 3}, column{4, 5, 6};

// Sets the fields that bilateral, joint and rolling share.
void set_shared(auto& c) {
  c.sigma_space = 5;
  c.sigma_range = 0.25f;
  c.has_radius = 1;
  c.radius = 7;
  c.window = SELVAGE_WINDOW_DISC;
  c.norm = SELVAGE_NORM_L1;
  c.border = SELVAGE_BORDER_CONSTANT;
  c.border_value = 0.5f;
  c.alpha = SELVAGE_ALPHA_FILTER;
  c.has_invalid = 1;
  c.invalid = 0.75f;
  c.fill = 1;
}

template <class F>
F shared() {
  F f;
  f.sigma_space = 5;
  f.sigma_range = 0.25f;
  f.radius = 7;
  f.window = Window::disc;
  f.norm = Norm::l1;
  f.border = Border::constant;
  f.border_value = 0.5f;
  f.alpha = Alpha::filter;
  f.invalid = 0.75f;
  f.fill = true;
  return f;
}

// Returns a structure as its init function leaves it.
template <class T>
T initial(selvage_status (*init)(T*, size_t)) {
  T c;
  EXPECT_EQ(init(&c, sizeof c), SELVAGE_OK);
  EXPECT_EQ(c.size, sizeof c);
  return c;
}

TEST(CFilters, DefaultsAreTheLibrarys) {
  const auto read_back = [](auto init) {
    const auto c = initial(init);
    return filter_of(&c);
  };
  EXPECT_EQ(read_back(selvage_bilateral_init), Filter(Bilateral{}));
  EXPECT_EQ(read_back(selvage_joint_bilateral_init), Filter(JointBilateral{}));
  EXPECT_EQ(read_back(selvage_joint_upsampling_init), Filter(JointUpsampling{}));
  EXPECT_EQ(read_back(selvage_rolling_guidance_init), Filter(RollingGuidance{}));
  EXPECT_EQ(read_back(selvage_geometry_guided_init), Filter(GeometryGuided{}));
  EXPECT_EQ(read_back(selvage_gaussian_init), Filter(Gaussian{}));
  EXPECT_EQ(read_back(selvage_box_init), Filter(Box{}));
  EXPECT_EQ(read_back(selvage_convolution_init), Filter(Convolution{}));
  EXPECT_EQ(read_back(selvage_separable_convolution_init), Filter(SeparableConvolution{}));
  EXPECT_EQ(read_back(selvage_histogram_init), Filter(Histogram{}));
  EXPECT_EQ(read_back(selvage_guided_init), Filter(Guided{}));
  EXPECT_EQ(read_back(selvage_guided_upsampling_init), Filter(GuidedUpsampling{}));
}

TEST(CFilters, BilateralsHaveAllFields) {
  auto bilateral = initial(selvage_bilateral_init);
  set_shared(bilateral);
  bilateral.iterations = 9;
  auto expected = shared<Bilateral>();
  expected.iterations = 9;
  EXPECT_EQ(filter_of(&bilateral), Filter(expected));

  auto joint = initial(selvage_joint_bilateral_init);
  set_shared(joint);
  EXPECT_EQ(filter_of(&joint), Filter(shared<JointBilateral>()));

  auto upsampling = initial(selvage_joint_upsampling_init);
  set_shared(upsampling);
  EXPECT_EQ(filter_of(&upsampling), Filter(shared<JointUpsampling>()));

  auto rolling = initial(selvage_rolling_guidance_init);
  set_shared(rolling);
  rolling.iterations = 9;
  auto guided = shared<RollingGuidance>();
  guided.iterations = 9;
  EXPECT_EQ(filter_of(&rolling), Filter(guided));
}

TEST(CFilters, MeansHaveAllFields) {
  auto gaussian = initial(selvage_gaussian_init);
  gaussian.sigma_space = 5;
  gaussian.has_radius = 1;
  gaussian.radius = 7;
  gaussian.window = SELVAGE_WINDOW_DISC;
  gaussian.border = SELVAGE_BORDER_SHRINK;
  gaussian.border_value = 0.5f;
  gaussian.iterations = 9;
  gaussian.alpha = SELVAGE_ALPHA_FILTER;
  gaussian.has_invalid = 1;
  gaussian.invalid = 0.75f;
  gaussian.fill = 1;
  EXPECT_EQ(filter_of(&gaussian), Filter(Gaussian{.sigma_space = 5,
                                                  .radius = 7,
                                                  .window = Window::disc,
                                                  .border = Border::shrink,
                                                  .border_value = 0.5f,
                                                  .iterations = 9,
                                                  .alpha = Alpha::filter,
                                                  .invalid = 0.75f,
                                                  .fill = true}));
  auto box = initial(selvage_box_init);
  box.radius = 7;
  box.border = SELVAGE_BORDER_COPY;
  box.border_value = 0.5f;
  box.iterations = 9;
  box.alpha = SELVAGE_ALPHA_FILTER;
  box.has_invalid = 1;
  box.invalid = 0.75f;
  box.fill = 1;
  EXPECT_EQ(filter_of(&box), Filter(Box{.radius = 7,
                                        .border = Border::copy,
                                        .border_value = 0.5f,
                                        .iterations = 9,
                                        .alpha = Alpha::filter,
                                        .invalid = 0.75f,
                                        .fill = true}));
}

TEST(CFilters, GeometryHasAllFields) {
  auto c = initial(selvage_geometry_guided_init);
  c.radius = 1;
  c.row = row.data();
  c.row_count = row.size();
  c.column = column.data();
  c.column_count = column.size();
  c.weights = SELVAGE_WEIGHTS_BOX;
  c.has_sigma_space = 1;
  c.sigma_space = 5;
  c.normal_threshold = 20;
  c.depth_threshold = 0.125f;
  c.has_edge_threshold = 1;
  c.edge_threshold = 0.25f;
  c.alpha = SELVAGE_ALPHA_FILTER;
  EXPECT_EQ(filter_of(&c), Filter(GeometryGuided{.radius = 1,
                                                 .weights = Weights::box,
                                                 .sigma_space = 5.0f,
                                                 .row = {1, 2, 3},
                                                 .column = {4, 5, 6},
                                                 .normal_threshold = 20,
                                                 .depth_threshold = 0.125f,
                                                 .edge_threshold = 0.25f,
                                                 .alpha = Alpha::filter}));
}

TEST(CFilters, ConvolutionsHaveAllFields) {
  auto c = initial(selvage_convolution_init);
  c.kernel = row.data();
  c.kernel_count = row.size();
  c.width = 3;
  c.height = 1;
  c.scale = 2;
  c.offset = 0.5f;
  c.flip = c.gray = 1;
  c.border = SELVAGE_BORDER_WRAP;
  c.border_value = 0.5f;
  c.alpha = SELVAGE_ALPHA_FILTER;
  c.has_invalid = 1;
  c.invalid = 0.75f;
  EXPECT_EQ(filter_of(&c), Filter(Convolution{.kernel = {1, 2, 3},
                                              .width = 3,
                                              .height = 1,
                                              .scale = 2,
                                              .offset = 0.5f,
                                              .flip = true,
                                              .gray = true,
                                              .border = Border::wrap,
                                              .border_value = 0.5f,
                                              .alpha = Alpha::filter,
                                              .invalid = 0.75f}));
  auto s = initial(selvage_separable_convolution_init);
  s.row = row.data();
  s.row_count = row.size();
  s.column = column.data();
  s.column_count = column.size();
  s.scale = 2;
  s.offset = 0.5f;
  s.flip = s.gray = 1;
  s.border = SELVAGE_BORDER_REFLECT;
  s.border_value = 0.5f;
  s.alpha = SELVAGE_ALPHA_FILTER;
  s.has_invalid = 1;
  s.invalid = 0.75f;
  EXPECT_EQ(filter_of(&s), Filter(SeparableConvolution{.row = {1, 2, 3},
                                                       .column = {4, 5, 6},
                                                       .scale = 2,
                                                       .offset = 0.5f,
                                                       .flip = true,
                                                       .gray = true,
                                                       .border = Border::reflect,
                                                       .border_value = 0.5f,
                                                       .alpha = Alpha::filter,
                                                       .invalid = 0.75f}));
}

TEST(CFilters, HistogramHasAllFields) {
  auto c = initial(selvage_histogram_init);
  c.bins = 10;
  c.has_channel = 1;
  c.channel = 2;
  c.has_low = 1;
  c.low = -1;
  c.has_high = 1;
  c.high = 2;
  EXPECT_EQ(filter_of(&c), Filter(Histogram{.bins = 10, .channel = 2, .low = -1.0f, .high = 2.0f}));
}

TEST(CFilters, GuidedHasAllFields) {
  auto c = initial(selvage_guided_init);
  c.radius = 7;
  c.epsilon = 0.25f;
  c.subsample = 3;
  c.border = SELVAGE_BORDER_CONSTANT;
  c.border_value = 0.5f;
  c.alpha = SELVAGE_ALPHA_FILTER;
  c.has_invalid = 1;
  c.invalid = 0.75f;
  c.fill = 1;
  EXPECT_EQ(filter_of(&c), Filter(Guided{.radius = 7,
                                         .epsilon = 0.25f,
                                         .subsample = 3,
                                         .border = Border::constant,
                                         .border_value = 0.5f,
                                         .alpha = Alpha::filter,
                                         .invalid = 0.75f,
                                         .fill = true}));
}

TEST(CFilters, TheThirdAxis) {
  auto c = initial(selvage_joint_bilateral_init);
  EXPECT_EQ(filter_of(&c), Filter(JointBilateral{}));
  c.reserved = 7;  // not read
  c.has_sigma_depth = c.has_radius_depth = 1;
  c.sigma_depth = 0.5f;
  c.radius_depth = 4;
  c.third_axis = SELVAGE_AXIS_CAUSAL;
  EXPECT_EQ(filter_of(&c),
            Filter(JointBilateral{
                .sigma_depth = 0.5f, .radius_depth = 4, .third_axis = ThirdAxis::causal}));
  c.size = 64;  // a caller that does not know these fields
  EXPECT_EQ(filter_of(&c), Filter(JointBilateral{}));
}

// A volume by the C interface equals that of the C++ interface, as a whole and as a slab.
TEST(CFilters, Volumes) {
  constexpr int width = 5, height = 4, depth = 3;
  std::array<float, width * height * depth> image{}, whole{}, expected{};
  for (std::size_t i = 0; i < image.size(); ++i) image[i] = static_cast<float>(i * i % 17);
  const Box box{.radius_depth = 1};
  ConstImageView view =
      interleaved(static_cast<const void*>(image.data()), PixelType::f32, width, height);
  ImageView out = interleaved(static_cast<void*>(expected.data()), PixelType::f32, width, height);
  view.depth = out.depth = depth;
  Engine(find_device("cpu")).run(box, {.image = view}, {.image = out});

  selvage_engine* engine = nullptr;
  ASSERT_EQ(selvage_engine_new("cpu", nullptr, &engine, nullptr), SELVAGE_OK);
  auto filter = initial(selvage_box_init);
  filter.has_radius_depth = filter.radius_depth = 1;
  selvage_const_view from;
  selvage_view to;
  selvage_const_view_init(&from, sizeof from, image.data(), SELVAGE_F32, width, height, 1);
  selvage_view_init(&to, sizeof to, whole.data(), SELVAGE_F32, width, height, 1);
  from.depth = to.depth = depth;
  auto inputs = initial(selvage_inputs_init);
  auto outputs = initial(selvage_outputs_init);
  inputs.image = &from;
  outputs.image = &to;
  const auto run = [&](const selvage_frame* frame) {
    return selvage_run(engine, &filter, &inputs, &outputs, frame, nullptr, nullptr, nullptr,
                       nullptr);
  };
  EXPECT_EQ(run(nullptr), SELVAGE_OK);
  EXPECT_EQ(whole, expected);

  selvage_frame frame;
  selvage_frame_init(&frame, sizeof frame, width, height);
  frame.depth = depth;
  frame.slices_first = 2;
  to.depth = 0;  // as 1
  whole = {};
  EXPECT_EQ(run(&frame), SELVAGE_OK);
  EXPECT_TRUE(std::equal(whole.begin(), whole.begin() + width * height,
                         expected.begin() + 2 * width * height));
  selvage_engine_free(engine);
}

TEST(CFilters, GuidedUpsamplingHasAllFields) {
  auto c = initial(selvage_guided_upsampling_init);
  c.radius = 7;
  c.epsilon = 0.25f;
  c.border = SELVAGE_BORDER_CONSTANT;
  c.border_value = 0.5f;
  c.alpha = SELVAGE_ALPHA_FILTER;
  c.has_invalid = 1;
  c.invalid = 0.75f;
  c.fill = 1;
  EXPECT_EQ(filter_of(&c), Filter(GuidedUpsampling{.radius = 7,
                                                   .epsilon = 0.25f,
                                                   .border = Border::constant,
                                                   .border_value = 0.5f,
                                                   .alpha = Alpha::filter,
                                                   .invalid = 0.75f,
                                                   .fill = true}));
}

// Callers that were compiled before a structure grew pass its first size.
TEST(CFilters, FirstSizesStay) {
  const auto expect_first_size = []<class T>(selvage_status (*init)(T*, size_t), size_t first) {
    T c;
    EXPECT_EQ(init(&c, first), SELVAGE_OK);
    EXPECT_NE(init(&c, first - 1), SELVAGE_OK);
  };
  expect_first_size(selvage_bilateral_init, 64);
  expect_first_size(selvage_joint_bilateral_init, 64);
  expect_first_size(selvage_joint_upsampling_init, 64);
  expect_first_size(selvage_rolling_guidance_init, 64);
  expect_first_size(selvage_geometry_guided_init, 80);
  expect_first_size(selvage_gaussian_init, 56);
  expect_first_size(selvage_box_init, 48);
  expect_first_size(selvage_convolution_init, 80);
  expect_first_size(selvage_separable_convolution_init, 88);
  expect_first_size(selvage_histogram_init, 40);
  expect_first_size(selvage_guided_init, 48);
  expect_first_size(selvage_guided_upsampling_init, 48);
}

TEST(CFilters, ListsMustBeThere) {
  auto c = initial(selvage_convolution_init);
  c.kernel_count = 9;
  EXPECT_THROW(filter_of(&c), Error);  // NULL
  c.kernel = row.data();
  c.kernel_count = SIZE_MAX;
  EXPECT_THROW(filter_of(&c), Error);
}

}  // namespace
}  // namespace selvage::capi
