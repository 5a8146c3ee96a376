// SPDX-License-Identifier: Apache-2.0
// Tests parts of an image, computed from the pixels that they need.
#include <gmock/gmock.h>

#include <algorithm>
#include <limits>

#include "core/test_errors.hpp"
#include "engine/test_images.hpp"
#include "selvage/engine.hpp"

namespace selvage {
namespace {

using ::testing::HasSubstr;

const Bilateral small{.sigma_space = 1, .radius = 2};

// A region equals the whole image's cut-out, also from a view that holds just the needed pixels.
TEST(Regions, AreCutOutOfTheWhole) {
  const Engine engine;
  const Image image = noise(PixelType::u16, 300, 90, 2);
  const Rect region{37, 21, 200, 40};
  for (const int iterations : {1, 3}) {
    Bilateral filter = small;
    filter.iterations = iterations;
    const Image whole = engine.run(filter, image);
    const ConstImageView expected = whole.view().region(region);
    Image out(PixelType::u16, region.width, region.height, 2);
    engine.run(filter, {.image = image}, {.image = out}, Frame::region(300, 90, region));
    EXPECT_TRUE(same_pixels(out, expected)) << iterations;

    const int around = halo(filter);
    const Rect held{region.x - around, region.y - around, region.width + 2 * around,
                    region.height + 2 * around};
    const Frame frame{.width = 300, .height = 90, .x = held.x, .y = held.y, .compute = region};
    Image again(PixelType::u16, region.width, region.height, 2);
    engine.run(filter, {.image = image.view().region(held)}, {.image = again}, frame);
    EXPECT_TRUE(same_pixels(again, expected)) << iterations;
  }
}

// Bands of rows, by plans that are parts of the whole image's: one candidate, the same pixels.
TEST(Regions, PartsAreThoseOfTheWhole) {
  const Engine engine;
  const Image image = noise(PixelType::f32, 70, 95);
  const Request loose{.max_error = 0.01};  // relative to the samples of the whole
  const Plan whole = engine.plan(small, {.image = image}, Frame::whole(70, 95), loose);
  Image expected(PixelType::f32, 70, 95), out(PixelType::f32, 70, 95);
  engine.run(small, {.image = image}, {.image = expected}, Frame::whole(70, 95), loose);
  for (int y = 0; y < 95; y += 19) {
    const int first = std::max(0, y - 2), end = std::min(95, y + 21);
    const ConstImageView held = image.view().region({0, first, 70, end - first});
    ConstImageView shape = held;
    shape.data = nullptr;
    const Frame frame{.width = 70, .height = 95, .y = first, .compute = {0, y, 70, 19}};
    Plan part = whole.part({.image = shape}, frame);
    EXPECT_EQ(part.candidate(), whole.candidate());
    EXPECT_EQ(part.device(), whole.device());
    EXPECT_EQ(part.error_bound(), whole.error_bound());
    part.run({.image = held}, {.image = out.view().region(frame.compute)});
  }
  EXPECT_TRUE(same_pixels(out, expected));
}

// A guided filter of floats computes in fixed point, and in doubles what depends on samples that
// are too large, too small or invalid. Which pixels these are does not depend on regions.
TEST(Regions, OfFloatsThatFixedPointDoesNotHold) {
  const Engine engine;
  Image image = noise(PixelType::f32, 330, 90), guide = noise(PixelType::f32, 330, 90, 3);
  for (const ImageView& view : {image.view(), guide.view()})  // to 0..1
    for (int y = 0; y < view.height; ++y)
      for (int x = 0; x < view.width * view.channels; ++x)
        reinterpret_cast<float*>(view.at(0, y))[x] -= 1.0f;
  const auto sample = [&](int x, int y) -> float& {
    return *reinterpret_cast<float*>(image.view().at(x, y, 0));
  };
  for (int y = 0; y < 90; ++y)
    for (int x = 0; x < 60; ++x) sample(x, y) *= 1e-9f;
  const Guided filter{.radius = 2};
  const Inputs inputs{.image = image, .guide = guide};
  const Request fixed{.use = "local_linear_int64"}, doubles{.use = "local_linear"};
  for (const bool beyond : {false, true}) {
    if (beyond) {
      sample(200, 45) = 1e6f;
      sample(250, 45) = std::numeric_limits<float>::quiet_NaN();
    }
    Image whole(PixelType::f32, 330, 90), expected(PixelType::f32, 330, 90);
    engine.run(filter, inputs, {.image = whole}, Frame::whole(330, 90), fixed);
    engine.run(filter, inputs, {.image = expected}, Frame::whole(330, 90), doubles);
    for (const Rect& same : {Rect{0, 0, 56, 90}, Rect{196, 41, 9, 9}, Rect{246, 41, 9, 9}})
      EXPECT_TRUE((!beyond && same.x > 0) ||
                  same_pixels(whole.view().region(same), expected.view().region(same)))
          << same.x;
    for (const Rect& region : {Rect{10, 5, 40, 30}, Rect{50, 0, 100, 90}, Rect{190, 44, 12, 20}}) {
      Image part(PixelType::f32, region.width, region.height);
      engine.run(filter, inputs, {.image = part}, Frame::region(330, 90, region), fixed);
      EXPECT_TRUE(same_pixels(part, whole.view().region(region))) << region.x;
    }
  }
}

TEST(Regions, OfAMaskedImage) {
  const Engine engine;
  const Image image = noise(PixelType::u8, 100, 50);
  Image mask = noise(PixelType::u8, 100, 50);
  for (std::size_t i = 0; i < mask.bytes(); i += 2) mask.view().data[i] = std::byte{0};
  Bilateral filter = small;
  filter.iterations = 2;
  filter.fill = true;
  Image whole(PixelType::u8, 100, 50);
  engine.run(filter, {.image = image, .mask = mask}, {.image = whole});
  const Rect region{30, 20, 10, 10}, held{26, 16, 18, 18};
  const Frame frame{.width = 100, .height = 50, .x = held.x, .y = held.y, .compute = region};
  Image out(PixelType::u8, 10, 10);
  engine.run(filter, {.image = image.view().region(held), .mask = mask.view().region(held)},
             {.image = out}, frame);
  EXPECT_TRUE(same_pixels(out, whole.view().region(region)));
}

TEST(Regions, TooSmallAHaloIsRefusedWhenPlanned) {
  const Image image = noise(PixelType::u8, 14, 14);
  const Frame frame{.width = 100, .height = 90, .x = 28, .y = 28, .compute = {30, 30, 10, 10}};
  EXPECT_NO_THROW((void)Engine().plan(small, {.image = image}, frame));
  Bilateral twice = small;
  twice.iterations = 2;
  const Error error = error_of([&] { (void)Engine().plan(twice, {.image = image}, frame); });
  EXPECT_EQ(error.code(), Errc::invalid_argument);
  EXPECT_THAT(error.what(), HasSubstr("4 columns and 4 rows of pixels are missing"));
}

}  // namespace
}  // namespace selvage
