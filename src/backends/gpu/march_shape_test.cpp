// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/march_shape.hpp"

#include <gtest/gtest.h>

namespace selvage::gpu {
namespace {

constexpr GpuFacts gpu{.compute_units = 132, .largest_group = 1024};

struct Case {
  PixelType type;
  int channels, radius;
};

MarchShape shape_of(const Case& c) {
  const Problem problem{.filter = Gaussian{.radius = c.radius},
                        .type = c.type,
                        .width = 640,
                        .height = 480,
                        .channels = c.channels};
  const Pass pass{
      .step = WindowMean(Gaussian{.radius = c.radius}), .reads = c.type, .writes = c.type};
  return march_shape(Strip(pass, problem, true), pass, problem, gpu);
}

TEST(MarchShape, FitsIntoEveryDevicesLocalMemoryAndRegisters) {
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32})
    for (const int channels : {1, 2, 3, 4})
      for (int radius = 0; radius <= 12; ++radius) {
        const MarchShape shape = shape_of({type, channels, radius});
        EXPECT_LE(shape.local_bytes, 16384u);
        EXPECT_GE(shape.groups_at_once, 1);
        EXPECT_LE(shape.groups_at_once * shape.height * march_width, 2048);
      }
}

TEST(MarchShape, AGroupHasWholePixelsWhereTheyMayBeComputedAgain) {
  const MarchShape shape = shape_of({PixelType::f32, 3, 3});
  EXPECT_EQ(shape.height * march_width * shape.unit % 3, 0);
}

TEST(MarchShape, StripsFillTheDeviceOnceAndReadWholeTurns) {
  const MarchShape shape = shape_of({PixelType::f32, 1, 3});
  for (const int columns : {1, 15, 1000})
    for (const int height : {1, 7, 480, 4320}) {
      const int rows = march_rows(shape, 3, columns, height, gpu);
      EXPECT_GE(rows, 8);
      EXPECT_EQ((rows + 6) % shape.ahead, 0);
      const int groups = columns * ((height + rows - 1) / rows);
      EXPECT_TRUE(rows >= height || groups <= shape.groups_at_once * 132) << columns << height;
    }
}

}  // namespace
}  // namespace selvage::gpu
