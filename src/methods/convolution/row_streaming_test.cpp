// SPDX-License-Identifier: Apache-2.0
#include "methods/convolution/row_streaming.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

constexpr GpuFacts gpu{.compute_units = 132, .largest_group = 1024};
constexpr GpuFacts h200{
    .compute_units = 132, .byte_products = true, .largest_group = 1024, .local_bytes = 232448};

struct Case {
  PixelType type;
  int channels, radius;
};

RowStreaming shape_of(const Case& c, const GpuFacts& facts = gpu) {
  const Problem problem{.filter = Gaussian{.radius = c.radius},
                        .type = c.type,
                        .width = 640,
                        .height = 480,
                        .channels = c.channels};
  const LinearStep step = *as_separable(linear_step(WindowMean(Gaussian{.radius = c.radius})));
  return row_streaming(step, c.type, problem, facts);
}

TEST(RowStreaming, FitsIntoEveryDevicesLocalMemoryAndRegisters) {
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32})
    for (const int channels : {1, 2, 3, 4})
      for (int radius = 0; radius <= 12; ++radius) {
        const RowStreaming shape = shape_of({type, channels, radius});
        EXPECT_LE(shape.local_bytes, 16384u);
        EXPECT_GE(shape.min_blocks, 1);
        EXPECT_LE(shape.min_blocks * shape.height * streaming_width, 2048);
      }
}

TEST(RowStreaming, AGroupHasWholePixelsWhereTheyMayBeComputedAgain) {
  const RowStreaming shape = shape_of({PixelType::f32, 3, 3});
  EXPECT_EQ(shape.height * streaming_width * shape.unit % 3, 0);
}

TEST(RowStreaming, GroupsFillTheDeviceOnceAndReadWholeTurns) {
  const RowStreaming shape = shape_of({PixelType::f32, 1, 3});
  for (const int columns : {1, 15, 1000})
    for (const int height : {1, 7, 480, 4320}) {
      const int rows = streaming_rows(shape, 3, columns, height);
      EXPECT_GE(rows, 8);
      EXPECT_EQ((rows + 6) % shape.ahead, 0);
      const int groups = columns * ((height + rows - 1) / rows);
      EXPECT_TRUE(rows >= height || groups <= shape.min_blocks * 132) << columns << height;
    }
}

TEST(RowStreaming, LargeWindowsOfFloatsKeepARing) {
  for (const int channels : {1, 2, 4})
    for (int radius = 4; radius <= 12 && radius * channels <= 32; ++radius) {
      const RowStreaming shape = shape_of({PixelType::f32, channels, radius}, h200);
      EXPECT_TRUE(shape.ring) << channels << ' ' << radius;
      EXPECT_LE(shape.local_bytes, 48128u);  // of a group, by NVIDIA's OpenCL
      EXPECT_EQ(shape.height * ring_rows % shape.ahead, 0);
      const int rows = streaming_rows(shape, radius, streaming_columns(shape, 3840), 2160);
      EXPECT_EQ(rows % ring_rows, 0);
      EXPECT_LE(30 * ((2160 + rows - 1) / rows), shape.at_once);
    }
  const Case without[] = {{PixelType::f32, 1, 3},
                          {PixelType::f32, 3, 8},
                          {PixelType::f32, 4, 9},
                          {PixelType::u16, 1, 8}};
  for (const Case& c : without) EXPECT_FALSE(shape_of(c, h200).ring) << c.channels << c.radius;
  EXPECT_FALSE(shape_of({PixelType::f32, 1, 8}).ring);  // was not measured there
}

// Units of a pixel fill a sector at most, and one unit of the pixels beside is enough for each
// item.
TEST(RowStreaming, BlocksOfChannelsFillSectors) {
  const auto blocks_of = [](const Case& c) {
    const Problem problem{.filter = Gaussian{.radius = c.radius},
                          .type = c.type,
                          .width = 640,
                          .height = 480,
                          .channels = c.channels};
    const LinearStep step = *as_separable(linear_step(WindowMean(Gaussian{.radius = c.radius})));
    return block_streaming(step, c.type, problem, h200);
  };
  EXPECT_EQ(blocks_of({PixelType::u8, 64, 2}).units_of_pixel, 8);
  EXPECT_EQ(blocks_of({PixelType::u8, 64, 4}).units_of_pixel, 4);
  EXPECT_EQ(blocks_of({PixelType::u8, 40, 1}).units_of_pixel, 2);
  EXPECT_EQ(blocks_of({PixelType::u8, 31, 1}).units_of_pixel, 1);
  EXPECT_EQ(blocks_of({PixelType::u16, 64, 2}).units_of_pixel, 4);
  EXPECT_EQ(blocks_of({PixelType::f32, 64, 2}).units_of_pixel, 2);
  EXPECT_TRUE(blocks_of({PixelType::f32, 64, 5}).ring);
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32})
    for (const int channels : {5, 16, 64, 1024})
      for (int radius = 0; radius <= 12; ++radius) {
        const RowStreaming shape = blocks_of({type, channels, radius});
        EXPECT_TRUE(shape);
        EXPECT_LE(shape.local_bytes, 48128u);  // of a group, by NVIDIA's OpenCL
        EXPECT_LE(shape.min_blocks * shape.height * streaming_width, 2048);
      }
}

// A byte for 32 units side by side, and for eight rows.
TEST(RowStreaming, FlagsOfBlocks) {
  const RowStreaming single{.unit = 4, .units_of_pixel = 1}, eight{.unit = 4, .units_of_pixel = 8};
  EXPECT_EQ(streaming_flag_bytes(single, 5, 32, 7), 2u);
  EXPECT_EQ(streaming_flag_bytes(single, 5, 33, 8), 8u);
  EXPECT_EQ(streaming_flag_bytes(single, 1024, 1, 1), 256u);
  // In the form that loads sample by sample, one unit of a pixel is in a row of items.
  EXPECT_EQ(streaming_flag_bytes(eight, 64, 1, 1), 16u);
  EXPECT_EQ(streaming_flag_bytes(eight, 64, 36, 1), 32u);
  EXPECT_EQ(streaming_flag_bytes(eight, 32, 36, 1), 16u);
  // No more than one for each pixel of an image that is not narrow.
  EXPECT_LE(streaming_flag_bytes(single, 1024, 640, 480), std::size_t{640} * 488);
}

}  // namespace
}  // namespace selvage
