// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/staging.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "backends/gpu/pass_chain.hpp"
#include "backends/gpu/row_copies.hpp"
#include "backends/gpu/testing/test_decision.hpp"
#include "backends/gpu/testing/thread_runner.hpp"
#include "core/pages.hpp"

namespace selvage::gpu {
namespace {

TEST(StreamingCopy, EveryAlignmentAndLength) {
  std::vector<std::byte> from(300);
  for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<std::byte>(i * 7 + 1);
  for (std::size_t skip = 0; skip < 35; ++skip)
    for (const std::size_t bytes : {0, 1, 15, 16, 17, 63, 64, 65, 200}) {
      std::vector<std::byte> to(300, std::byte{0});
      streaming_copy(to.data() + skip, from.data() + 3, bytes);
      std::vector<std::byte> expected(300, std::byte{0});
      std::copy_n(from.begin() + 3, bytes, expected.begin() + static_cast<std::ptrdiff_t>(skip));
      EXPECT_EQ(to, expected) << skip << ", " << bytes;
    }
}

// Images of several pieces: dense, with gaps, planar, upside down, batches; there and back.
TEST(Staging, ThereAndBackInAnyLayout) {
  constexpr int width = 701, height = 203, channels = 3, batch = 2;
  const Image image = noise(PixelType::u16, width, height, channels, batch);
  const Strides dense = image.view().stride;
  Strides padded = dense, flipped = dense;
  padded.row += 34;
  padded.batch = padded.row * height;
  flipped.row = -dense.row;
  ThreadRunner runner;
  for (const Strides& strides :
       {dense, padded, flipped, planar_strides(PixelType::u16, width, height, channels)}) {
    std::vector<std::byte> memory(image.bytes() + 100000, std::byte{9}), back = memory;
    const auto view = [&](std::vector<std::byte>& of) {
      ImageView v = view_at(of.data() + (strides.row < 0 ? dense.row * (height - 1) : 0), image);
      v.stride = strides;
      return v;
    };
    copy_samples(image, view(memory));
    Image staging(PixelType::u16, width, height, channels, false, batch);
    const StagingCopy in{.from = view(memory), .to = staging, .is_upload = true};
    copy_staged(runner, {&in, 1});
    EXPECT_TRUE(same_pixels(staging, image));
    const StagingCopy out{.from = staging, .to = view(back)};
    copy_staged(runner, {&out, 1});
    EXPECT_EQ(back, memory);  // gaps too
  }
  EXPECT_EQ(runner.runs, 8);
}

// Planes of every type and number of channels, wider and narrower than a vector.
TEST(Staging, PlanesAreInterleavedAndSeparated) {
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32})
    for (const int channels : {2, 3, 4})
      for (const int width : {1, 31, 300}) {
        SCOPED_TRACE(testing::Message() << name_of(type) << ", " << channels << ", " << width);
        const Image image = noise(type, width, 3, channels);
        Image planes(type, width, 3, channels), staging(type, width, 3, channels);
        ImageView planar = planes;
        planar.stride = planar_strides(type, width, 3, channels);
        const StagingCopy out{.from = image, .to = planar};
        copy_staged(serial, {&out, 1});
        for (int y = 0; y < 3; ++y)
          for (int x = 0; x < width; ++x)
            for (int c = 0; c < channels; ++c)
              ASSERT_EQ(
                  std::memcmp(planar.at(x, y, c), image.view().at(x, y, c), sample_bytes(type)), 0);
        const StagingCopy in{.from = planar, .to = staging, .is_upload = true};
        copy_staged(serial, {&in, 1});
        EXPECT_TRUE(same_pixels(staging, image));
      }
}

// Copies of one tile's results and of another's inputs share the threads.
TEST(Staging, SeveralCopiesAtATime) {
  const Image first = noise(PixelType::f32, 300, 200, 3), second = noise(PixelType::u8, 900, 700);
  Image a(PixelType::f32, 300, 200, 3), b(PixelType::u8, 900, 700);
  const StagingCopy copies[] = {{.from = first, .to = a},
                                {.from = second, .to = b, .is_upload = true}};
  ThreadRunner runner;
  copy_staged(runner, copies);
  EXPECT_EQ(runner.runs, 1);
  EXPECT_TRUE(same_pixels(a, first));
  EXPECT_TRUE(same_pixels(b, second));
}

TEST(Staging, SmallImagesNeedNoThreads) {
  const Image image = noise(PixelType::u8, 40, 30);
  Image staging(PixelType::u8, 40, 30);
  ThreadRunner runner;
  const StagingCopy copy{.from = image, .to = staging, .is_upload = true};
  copy_staged(runner, {&copy, 1});
  EXPECT_TRUE(same_pixels(staging, image));
  populate(runner, staging);
  EXPECT_EQ(runner.runs, 0);
}

// What was in the output stays until results replace it.
TEST(Staging, PopulatedOutputsKeepTheirContents) {
  Image output = noise(PixelType::f32, 1200, 1100);
  const Image copy = output.clone();
  ThreadRunner runner;
  populate(runner, output);
  EXPECT_EQ(runner.runs, 1);
  EXPECT_TRUE(same_pixels(output, copy));
  ImageView flipped = output;
  flipped.data = flipped.at(0, flipped.height - 1);
  flipped.stride.row = -flipped.stride.row;
  populate(runner, flipped);
  EXPECT_EQ(runner.runs, 2);
  EXPECT_TRUE(same_pixels(output, copy));
}

// A narrow part of a wide image does not bring the rest into memory.
TEST(Staging, SparseOutputsAreNotPopulated) {
  Image whole(PixelType::u8, 40000, 600);
  ThreadRunner runner;
  populate(runner, whole.view().region({0, 0, 8000, 600}));
  EXPECT_EQ(runner.runs, 0);
  populate(runner, whole.view().region({0, 0, 30000, 600}));
  EXPECT_EQ(runner.runs, 1);
}

}  // namespace
}  // namespace selvage::gpu
