// SPDX-License-Identifier: Apache-2.0
// Lines and matrices on GPUs, from hand-made facts.
#include "planner/gpu_lines.hpp"

#include <gmock/gmock.h>

#include "core/gpu_strip.hpp"
#include "planner/gpu_matrix.hpp"
#include "planner/line_plans.hpp"
#include "planner/plan.hpp"
#include "planner/test_gpus.hpp"

namespace selvage::planner {
namespace {

using ::testing::HasSubstr;

constexpr PixelType all_types[] = {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32};

Problem problem(const Filter& filter, PixelType type = PixelType::u8, int channels = 3) {
  return {.filter = filter, .type = type, .width = 3840, .height = 2160, .channels = channels};
}

Convolution matrix_of(int width, int height) {
  Convolution filter{.kernel = {}, .width = width, .height = height};
  for (int i = 0; i < width * height; ++i)
    filter.kernel.push_back(static_cast<float>(i * 37 % 11) - 4.0f);
  return filter;
}

TEST(GpuLines, SmallWindowsAreReadOnce) {
  const auto sums = [](const Filter& filter, PixelType type) {
    return gpu_lines_tuning(problem(filter, type), big_gpu()).sums;
  };
  EXPECT_EQ(sums(Gaussian{.radius = 12}, PixelType::u8), Sums::flat);
  EXPECT_EQ(sums(Gaussian{.radius = 12}, PixelType::f32), Sums::flat);
  EXPECT_EQ(sums(Gaussian{.radius = 13}, PixelType::u8), Sums::pieces);
  EXPECT_EQ(sums(Box{.radius = 10}, PixelType::u16), Sums::flat);
  // A fifth of an LSB of u16 is too little for so many roundings.
  EXPECT_EQ(sums(Box{.radius = 12}, PixelType::u16), Sums::pieces);
  EXPECT_EQ(gpu_matrix_tuning(problem(matrix_of(5, 5)), big_gpu()).sums, Sums::flat);
  EXPECT_EQ(gpu_matrix_tuning(problem(matrix_of(7, 3)), big_gpu()).sums, Sums::pieces);
}

TEST(GpuLines, ExactIsServed) {
  for (const DeviceFacts& facts : {big_gpu(), small_gpu()})
    for (const PixelType type : all_types)
      for (const int radius : {0, 1, 7, 12, 13, 100, 4096})
        for (const Filter& filter : {Filter(Box{.radius = radius}),
                                     Filter(Gaussian{.sigma_space = 9, .radius = radius})}) {
          const Problem p = problem(filter, type);
          EXPECT_EQ(gpu_lines_unsupported(p, facts), "") << radius;
          EXPECT_LE(gpu_lines_error(p, facts), allowed_error(p, {.exact = true}))
              << name(type) << ' ' << radius;
        }
  for (const PixelType type : all_types)
    for (const int side : {1, 3, 5, 7, 63}) {
      const Problem p = problem(matrix_of(side, side), type);
      EXPECT_EQ(gpu_matrix_unsupported(p, small_gpu()), "");
      EXPECT_LE(gpu_matrix_error(p, big_gpu()), allowed_error(p, {.exact = true})) << side;
    }
}

TEST(GpuLines, GroupsAreTheDevices) {
  for (const DeviceFacts& facts : {big_gpu(), small_gpu()})
    for (const int channels : {1, 2, 3, 4})
      for (const int radius : {0, 2, 8, 12, 50}) {
        const Problem p = problem(Box{.radius = radius}, PixelType::f32, channels);
        ASSERT_EQ(gpu_lines_unsupported(p, facts), "");
        const Tuning t = gpu_lines_tuning(p, facts);
        const StripShape shape(linear_step_of(p), p);
        EXPECT_LE(t.group_width * t.group_height, facts.gpu.largest_group);
        EXPECT_LE(t.sums == Sums::flat ? shape.tile_bytes(t) : shape.line_bytes(t),
                  facts.gpu.local_bytes);
        EXPECT_EQ(4 * t.group_width % channels, 0);
      }
}

TEST(GpuLines, SaysWhatItCannotDo) {
  const auto why = [](const Filter& filter, PixelType type = PixelType::f32) {
    return gpu_lines_unsupported(problem(filter, type), big_gpu());
  };
  EXPECT_THAT(why(Gaussian{.window = Window::disc}), HasSubstr("disc"));
  EXPECT_THAT(why(Box{.fill = true}), HasSubstr("fill"));
  EXPECT_EQ(why(Box{.fill = true}, PixelType::u8), "");  // nothing to fill
  EXPECT_THAT(why(matrix_of(3, 3)), HasSubstr("no product"));
  EXPECT_EQ(why(Convolution{.kernel = {1, 2, 1, 2, 4, 2, 1, 2, 1}, .width = 3, .height = 3}), "");
  EXPECT_THAT(why(SeparableConvolution{.row = {1e30f}, .column = {1e30f}}), HasSubstr("too large"));
  Problem wide = problem(Box{});
  wide.width = 1 << 29;
  EXPECT_THAT(gpu_lines_unsupported(wide, big_gpu()), HasSubstr("rows"));
  DeviceFacts tiny = small_gpu();
  tiny.gpu.local_bytes = 1024;
  EXPECT_THAT(gpu_lines_unsupported(problem(Box{.radius = 12}), tiny), HasSubstr("local memory"));
}

TEST(GpuLines, ThePlannerTakesThem) {
  const auto taken = [](const Filter& filter, PixelType type = PixelType::f32) {
    return plan(problem(filter, type), big_gpu()).candidate->name;
  };
  EXPECT_EQ(taken(Gaussian{}), "lines");
  EXPECT_EQ(taken(Box{.radius = 50}), "lines");
  EXPECT_EQ(taken(SeparableConvolution{.row = {1, 0, -1}}), "lines");
  EXPECT_EQ(taken(matrix_of(3, 3)), "matrix");
  EXPECT_EQ(taken(matrix_of(9, 9)), "matrix");
  // Nine products of lines are fewer than 81.
  Convolution product{.kernel = std::vector<float>(81, 0.5f), .width = 9, .height = 9};
  EXPECT_EQ(taken(product), "lines");
}

// Copies and 70 % of the device's memory, as of a copy, or its issue slots.
TEST(GpuLines, TimeGrowsWithWork) {
  const auto seconds = [](const Filter& filter, int channels = 1) {
    return gpu_lines_seconds(problem(filter, PixelType::f32, channels), big_gpu());
  };
  EXPECT_GT(seconds(Box{}, 3), seconds(Box{}));
  EXPECT_GT(seconds(Box{.iterations = 5}), seconds(Box{}));
  EXPECT_GT(seconds(Box{.radius = 400}), seconds(Box{.radius = 40}));
  EXPECT_GT(gpu_lines_seconds(problem(Box{}), small_gpu()),
            gpu_lines_seconds(problem(Box{}), big_gpu()));
}

// What a launch's rows and a tile's memory go by.
TEST(GpuLines, MemoryAndLaunchesAreBounded) {
  Problem p = problem(Gaussian{.sigma_space = 50, .radius = 150}, PixelType::f32, 4);
  p.width = p.height = 30000;  // 14 GB
  const Tuning t = gpu_lines_tuning(p, small_gpu());
  EXPECT_LT(t.tile_height, p.height);
  EXPECT_LE(gpu_lines_scratch(p, small_gpu()).device, small_gpu().gpu.memory_bytes);
  DeviceFacts slow = small_gpu();
  slow.gpu.clock_mhz = 50;
  EXPECT_LT(gpu_lines_tuning(p, slow).launch_height, 1000);
}

}  // namespace
}  // namespace selvage::planner
