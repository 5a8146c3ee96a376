// SPDX-License-Identifier: Apache-2.0
// The candidates that filter row by row, in tiles of awkward sizes: compared with their definition,
// and with one another bit by bit.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "core/test_errors.hpp"
#include "methods/convolution/cpu/testing/line_trials.hpp"

namespace selvage::cpu {
namespace {

TEST(LineKernel, EqualTheirDefinition) {
  for (const PixelType type : all_types)
    for (const Border border : all_borders)
      for (const int channels : {1, 2, 3, 4}) {
        const Image image = noise(type, 67, 21, channels);
        for (const Trial& run : all_runs(border, type, false)) expect_truth(run, image, 3.0);
      }
}

TEST(LineKernel, TapsThatAreNotFiniteTakeNoPart) {
  for (const PixelType type : {PixelType::f16, PixelType::f32})
    for (const Border border : all_borders)
      for (const int hole : {3, 700}) {
        const Image image = noise(type, 67, 29, 3, hole);
        for (const Trial& run : all_runs(border, type, true)) expect_truth(run, image, 3.0);
      }
}

// A hole that is no tap of another pixel.
TEST(LineKernel, HolesAreSeenWhateverTheCoefficients) {
  for (int x = 0; x < 140; ++x) {
    Image image = noise(PixelType::f32, 140, 3, 1);
    write_sample(image.view().at(x, 1), std::numeric_limits<float>::quiet_NaN());
    for (const auto& kernel : {std::vector<float>{0, 0, 1}, {1, 0, 0}, {0, 0, 0}})
      for (const char* candidate : {"separable", "stencil", "plain_stencil"})
        expect_truth({.candidate = candidate,
                      .filter = Convolution{.kernel = kernel, .width = 3, .border = Border::shrink},
                      .tile = {.width = 256, .height = 16}},
                     image);
  }
}

TEST(LineKernel, HolesAreFilledFromTheirTaps) {
  const Image image = noise(PixelType::f32, 50, 30, 2, 4);
  for (const char* candidate : {"separable", "plain_separable", "sliding_box"}) {
    Box filter = box(Border::shrink, 2);
    filter.fill = true;
    expect_truth({.candidate = candidate, .filter = filter}, image);
  }
}

TEST(LineKernel, WindowsMayBeLargerThanTheImage) {
  for (const Border border : all_borders)
    for (const auto& [width, height] : {std::pair{1, 1}, {1, 9}, {9, 1}, {5, 4}})
      for (const PixelType type : {PixelType::u8, PixelType::f32}) {
        const Image image = noise(type, width, height, 3);
        const bool narrow = type == PixelType::u8 && border != Border::shrink;
        for (const char* candidate : {"separable", "plain_separable", "sliding_box"})
          expect_truth({.candidate = candidate, .filter = box(border, 13)}, image);
        if (narrow)
          expect_truth({.candidate = "separable_int16", .filter = gaussian(border, 13)}, image);
      }
}

TEST(LineKernel, TilesAndThreadsDoNotShow) {
  for (const PixelType type : all_types)
    for (const int hole : {0, 900}) {
      const Image image = noise(type, 311, 97, 3, is_integer(type) ? 0 : hole);
      for (const Border border : {Border::reflect101, Border::wrap, Border::constant, Border::copy})
        for (Trial run : all_runs(border, type, hole > 0)) {
          run.tile = {.width = 1024, .height = 128};
          const Image whole = filtered(run, image);
          for (const auto& [width, height] : {std::pair{17, 5}, {64, 97}, {311, 1}}) {
            run.tile = {.width = width, .height = height};
            run.threads = width == 17 ? 3 : 1;
            ASSERT_TRUE(same_bits(filtered(run, image), whole))
                << run.candidate << ' ' << name(type) << ' ' << width << 'x' << height;
          }
        }
    }
}

// Rows of several segments.
TEST(LineKernel, SegmentsOfLongRowsDoNotShow) {
  for (const PixelType type : {PixelType::u8, PixelType::f32})
    for (const int hole : {0, 5000}) {
      const Image image = noise(type, 2311, 9, 3, is_integer(type) ? 0 : hole);
      for (const Border border : all_borders)
        for (Trial run : all_runs(border, type, hole > 0)) {
          run.tile = {.width = 4096, .height = 128};
          const Image whole = filtered(run, image);
          run.tile = {.width = 100, .height = 128};
          ASSERT_TRUE(same_bits(filtered(run, image), whole)) << run.candidate << name(type);
        }
    }
}

TEST(LineKernel, RegionsEqualTheWhole) {
  for (const PixelType type : {PixelType::u8, PixelType::f32}) {
    const Image image = noise(type, 211, 90, 3, type == PixelType::f32 ? 1500 : 0);
    for (const Trial& run : all_runs(Border::reflect101, type, true)) {
      const Image whole = filtered(run, image);
      for (const Rect part : {Rect{0, 0, 100, 40}, {37, 21, 120, 33}, {200, 80, 11, 10}}) {
        const Image region = filtered(run, image, Frame::region(211, 90, part));
        ASSERT_TRUE(same_bits(region, whole.view().region(part))) << run.candidate << part.x;
      }
    }
  }
}

// Planar, flipped, and at unaligned addresses.
TEST(LineKernel, LayoutsDoNotShow) {
  for (const PixelType type : all_types) {
    const Image image = noise(type, 150, 40, 3);
    const std::size_t size = sample_bytes(type);
    const auto bytes = static_cast<std::ptrdiff_t>(size);
    std::vector<std::byte> memory(size * 3 * 151 * 41 + 64);
    ConstImageView planar = image.view();
    planar.stride = planar_strides(type, 150, 40, 3);
    planar.data = memory.data() + 1;
    ConstImageView flipped = image.view();
    flipped.stride.row = -(150 * 3 * bytes + 1);
    flipped.data = memory.data() + 39 * -flipped.stride.row + 3;
    for (const ConstImageView& view : {planar, flipped}) {
      for (int y = 0; y < 40; ++y)
        for (int x = 0; x < 150; ++x)
          for (int c = 0; c < 3; ++c)
            std::memcpy(memory.data() + (view.at(x, y, c) - memory.data()),
                        image.view().at(x, y, c), size);
      for (const Trial& run : all_runs(Border::reflect, type, false))
        ASSERT_TRUE(same_bits(filtered(run, view), filtered(run, image)))
            << run.candidate << ' ' << name(type);
    }
  }
}

TEST(LineKernel, GrayAndAlpha) {
  Image image = noise(PixelType::u8, 40, 20, 4);
  ConstImageView view = image.view();
  view.alpha = true;
  Convolution filter{.kernel = {0, 0, 0, 0, 1, 0, 0, 0, 0}, .width = 3, .height = 3};
  const Image kept = filtered({.candidate = "stencil", .filter = filter}, view);
  EXPECT_TRUE(same_bits(kept, view));
  filter.gray = true;
  for (const char* candidate : {"stencil", "plain_stencil", "separable"}) {
    const Image gray = filtered({.candidate = candidate, .filter = filter}, view);
    ASSERT_EQ(gray.channels(), 2);
    for (int x = 0; x < 40; ++x) {
      const double luma = 0.299 * sample_of(view, x, 7, 0) + 0.587 * sample_of(view, x, 7, 1) +
                          0.114 * sample_of(view, x, 7, 2);
      EXPECT_NEAR(sample_of(gray.view(), x, 7, 0), luma, 0.51 / 255);
      EXPECT_EQ(sample_of(gray.view(), x, 7, 1), sample_of(view, x, 7, 3));
    }
  }
}

TEST(LineKernel, StopWhenAsked) {
  const Image image = noise(PixelType::u8, 200, 100, 1);
  std::stop_source stop;
  stop.request_stop();
  for (const char* candidate : {"separable", "sliding_box"}) {
    const Trial run{.candidate = candidate, .filter = box(Border::clamp)};
    const Frame frame = Frame::whole(200, 100);
    EXPECT_EQ(error_of([&] { filtered(run, image, frame, {.cancel = stop.get_token()}); }).code(),
              Errc::cancelled);
    double last = 0.0;
    filtered(run, image, frame, {.progress = [&](double done) {
               EXPECT_GT(done, last);
               last = done;
             }});
    EXPECT_EQ(last, 1.0);
  }
}

}  // namespace
}  // namespace selvage::cpu
