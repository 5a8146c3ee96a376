// SPDX-License-Identifier: Apache-2.0
// Tests what an engine accepts and refuses, and its results.
#include "selvage/engine.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <string>
#include <thread>
#include <vector>

#include "core/test_errors.hpp"
#include "engine/test_images.hpp"

namespace selvage {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const Bilateral small{.sigma_space = 1, .radius = 2};

TEST(Engine, ShortForm) {
  const Engine engine;
  Image image = noise(PixelType::u16, 20, 10, 2, 3);
  ImageView view = image.view();
  view.alpha = true;
  const Image result = engine.run(small, view);
  EXPECT_EQ(result.type(), PixelType::u16);
  EXPECT_EQ(result.width(), 20);
  EXPECT_EQ(result.height(), 10);
  EXPECT_EQ(result.channels(), 2);
  EXPECT_TRUE(result.alpha());
  EXPECT_EQ(result.view().batch, 3);
  EXPECT_FALSE(same_pixels(result, image));
}

TEST(Engine, AWindowOfOnePixelChangesNothing) {
  const Engine engine;
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f32}) {
    const Image image = noise(type, 33, 5, 3);
    EXPECT_TRUE(same_pixels(engine.run(Bilateral{.radius = 0}, image), image)) << name(type);
  }
}

TEST(Engine, AHandComputedPixel) {
  // One row 0, 1 with shrink: (0 + w) / (1 + w), w = exp(-1/2) exp(-1/2).
  const float samples[] = {0, 1};
  const ConstImageView row = interleaved(samples, PixelType::f32, 2, 1);
  const Bilateral filter{.sigma_space = 1, .sigma_range = 1, .radius = 1, .border = Border::shrink};
  const Image result = Engine().run(filter, row);
  const double w = std::exp(-1.0);
  float got[2];
  std::memcpy(got, result.view().data, sizeof got);
  EXPECT_NEAR(got[0], w / (1 + w), 4e-6);
  EXPECT_NEAR(got[1], 1 / (1 + w), 4e-6);
}

TEST(Engine, EveryExecutorThreadCountAndStrideGivesTheSameBits) {
  const Image image = noise(PixelType::u8, 600, 150, 3);
  const Image expected = Engine(Device::cpu(), {.threads = 1}).run(small, image);
  for (const Executor executor : {Executor::automatic, Executor::threads, Executor::serial})
    for (const int threads : {2, 7}) {
      const Engine engine(Device::cpu(), {.threads = threads, .executor = executor});
      EXPECT_TRUE(same_pixels(engine.run(small, image), expected)) << threads;
    }
  Image planar(PixelType::u8, 600, 150, 3);
  ImageView planes = planar.view();
  planes.stride = planar_strides(PixelType::u8, 600, 150, 3);
  copy_samples(image, planes);
  EXPECT_TRUE(same_pixels(Engine().run(small, planes), expected));
}

TEST(Engine, BadFiltersAreRefused) {
  const Image image = noise(PixelType::u8, 8, 8);
  const auto what = [&](const Bilateral& filter) -> std::string {
    return error_of([&] { (void)Engine().run(filter, image); }).what();
  };
  EXPECT_THAT(what({.sigma_range = 0}), StartsWith("sigma_range 0 "));
  EXPECT_THAT(what({.norm = Norm::lab}), HasSubstr("three colour channels"));
  EXPECT_THAT(what({.invalid = 2}), StartsWith("invalid 2 "));
}

TEST(Engine, AnEmptyImageIsRefused) {
  const Error error = error_of([] { (void)Engine().run(small, ConstImageView{}); });
  EXPECT_EQ(error.code(), Errc::invalid_argument);
  EXPECT_THAT(error.what(), StartsWith("image: "));
}

TEST(Engine, InputsThatTheFilterHasNot) {
  const Image image = noise(PixelType::u8, 8, 8);
  Image out(PixelType::u8, 8, 8);
  const auto what = [&](const Inputs& inputs) -> std::string {
    return error_of([&] { Engine().run(small, inputs, {.image = out}); }).what();
  };
  EXPECT_EQ(what({.image = image, .guide = image}), "bilateral has no input guide");
  EXPECT_EQ(what({.image = image, .normals = image}), "bilateral has no input normals");
  EXPECT_EQ(what({.image = image, .depth = image}), "bilateral has no input depth");
}

TEST(Engine, OutputsThatTheFilterHasNot) {
  const Image image = noise(PixelType::u8, 8, 8);
  Image out(PixelType::u8, 8, 8), more(PixelType::u8, 8, 8);
  const auto what = [&](const Outputs& outputs) -> std::string {
    return error_of([&] { Engine().run(small, {.image = image}, outputs); }).what();
  };
  EXPECT_EQ(what({.image = out, .flags = more}), "bilateral has no output flags");
  Counts counts;
  EXPECT_EQ(what({.image = out, .counts = &counts}), "bilateral has no output counts");
}

TEST(Engine, MaskShapes) {
  const Image image = noise(PixelType::u8, 8, 6, 3, 2);
  Image out(PixelType::u8, 8, 6, 3, false, 2);
  const auto what = [&](const Image& mask) -> std::string {
    const Error error =
        error_of([&] { Engine().run(small, {.image = image, .mask = mask}, {.image = out}); });
    EXPECT_EQ(error.code(), Errc::invalid_argument);
    return error.what();
  };
  EXPECT_EQ(what(Image(PixelType::u16, 8, 6)),
            "mask: is u16 with 1 channels, must be u8 with 1 channel");
  EXPECT_EQ(what(Image(PixelType::u8, 8, 6, 3)),
            "mask: is u8 with 3 channels, must be u8 with 1 channel");
  EXPECT_EQ(what(Image(PixelType::u8, 6, 8)), "mask: is 6x8, the image is 8x6");
  EXPECT_EQ(what(Image(PixelType::u8, 8, 6, 1, false, 3)),
            "mask: batch 3, must be 1 or the image's 2");
}

TEST(Engine, OneMaskServesTheBatchOrEachImageHasItsOwn) {
  const Engine engine;
  const Image image = noise(PixelType::u8, 8, 6, 1, 2);
  Image masks(PixelType::u8, 8, 6, 1, false, 2);
  std::memset(masks.view().data, 0, masks.bytes() / 2);  // the first image: all invalid
  std::memset(masks.view().data + masks.bytes() / 2, 1, masks.bytes() / 2);
  const auto run = [&](const ConstImageView& mask) {
    Image out(PixelType::u8, 8, 6, 1, false, 2);
    engine.run(small, {.image = image, .mask = mask}, {.image = out});
    return out;
  };
  const ConstImageView each = masks, in = image;
  const Image with_each = run(each), with_first = run(each.image(0)),
              plain = engine.run(small, image);
  EXPECT_TRUE(same_pixels(with_each.view().image(0), in.image(0)));
  EXPECT_TRUE(same_pixels(with_each.view().image(1), plain.view().image(1)));
  EXPECT_TRUE(same_pixels(with_first, image));
}

TEST(Engine, OptionsAreChecked) {
  const auto what = [](const EngineOptions& options) -> std::string {
    const Error error = error_of([&] { Engine(Device::cpu(), options); });
    EXPECT_EQ(error.code(), Errc::invalid_argument);
    return error.what();
  };
  EXPECT_EQ(what({.threads = -1}), "threads -1 is outside 0..1024");
  EXPECT_EQ(what({.threads = 1025}), "threads 1025 is outside 0..1024");
  EXPECT_EQ(what({.simd = "MMX"}), "no instruction set MMX");
}

TEST(Engine, EveryInstructionSetOfTheDeviceWorks) {
  const Image image = noise(PixelType::u8, 64, 16);
  for (const std::string& simd : Device::cpu().simd) {
    const Engine engine(Device::cpu(), {.simd = simd});
    EXPECT_FALSE(same_pixels(engine.run(small, image), image)) << simd;
  }
}

TEST(Engine, SeveralInSeveralThreads) {
  const Image image = noise(PixelType::u8, 300, 100);
  const Engine shared;
  const Image expected = shared.run(small, image);
  std::vector<Image> results(4);
  {
    std::vector<std::jthread> users;
    for (std::size_t i = 0; i < results.size(); ++i)
      users.emplace_back([&, i] {
        results[i] = i % 2 == 0 ? shared.run(small, image) : Engine().run(small, image);
      });
  }
  for (const Image& result : results) EXPECT_TRUE(same_pixels(result, expected));
}

TEST(Engine, Moves) {
  const Image image = noise(PixelType::u8, 30, 10);
  Engine first(Device::cpu(), {.threads = 2});
  const Image expected = first.run(small, image);
  Engine second = std::move(first);
  EXPECT_EQ(second.device().id, "cpu");
  EXPECT_TRUE(same_pixels(second.run(small, image), expected));
  Engine third(Device::cpu(), {.threads = 1});
  third = std::move(second);
  EXPECT_TRUE(same_pixels(third.run(small, image), expected));
}

}  // namespace
}  // namespace selvage
