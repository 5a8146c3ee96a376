// SPDX-License-Identifier: Apache-2.0
// Plans and their runs: shapes, in place, iterations.
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "core/test_errors.hpp"
#include "engine/test_images.hpp"
#include "selvage/engine.hpp"

namespace selvage {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const Bilateral small{.sigma_space = 1, .radius = 2};

// The shape of a view, without its data.
ConstImageView shape(ConstImageView view) {
  view.data = nullptr;
  return view;
}

TEST(Plan, MadeOnceFromShapesAloneRunsManyTimes) {
  const Engine engine;
  const Image first = noise(PixelType::u8, 40, 30, 3);
  Image second = first.clone();
  second.view().data[1000] ^= std::byte{0xff};
  Plan plan = engine.plan(small, {.image = shape(first)}, Frame::whole(40, 30));
  for (const Image* image : std::initializer_list<const Image*>{&first, &second, &first}) {
    Image out(PixelType::u8, 40, 30, 3);
    plan.run({.image = *image}, {.image = out});
    EXPECT_TRUE(same_pixels(out, engine.run(small, *image)));
  }
}

TEST(Plan, SaysWhatWillRun) {
  const Engine engine(Device::cpu(), {.threads = 1});
  const Plan plan = engine.plan(small, {.image = shape(noise(PixelType::u8, 40, 30))},
                                Frame::whole(40, 30), {.use = "plain"});
  EXPECT_EQ(plan.candidate(), "plain");
  EXPECT_GT(plan.error_bound(), 0.0);
  EXPECT_LE(plan.error_bound(), 0.5 / 255);
  EXPECT_DOUBLE_EQ(plan.max_error(), 0.5 / 255);
  EXPECT_FALSE(plan.tuning().empty());
  EXPECT_GT(plan.predicted_seconds(), 0.0);
  EXPECT_GT(plan.scratch_bytes(), 0u);
  ASSERT_FALSE(plan.reasons().empty());
  EXPECT_EQ(std::ranges::count_if(plan.reasons(), &Reason::taken), 1);
}

TEST(Plan, MovesAndOutlivesItsEngine) {
  const Image image = noise(PixelType::u8, 40, 30);
  std::optional<Engine> engine(std::in_place, Device::cpu(), EngineOptions{.threads = 2});
  const Image expected = engine->run(small, image);
  Plan plan = engine->plan(small, {.image = image}, Frame::whole(40, 30));
  Plan moved = std::move(plan);
  engine.reset();
  Image out(PixelType::u8, 40, 30);
  moved.run({.image = image}, {.image = out});
  EXPECT_TRUE(same_pixels(out, expected));
}

TEST(Run, OtherInputShapesAreRefusedByName) {
  const Image image = noise(PixelType::u8, 40, 30, 3);
  Plan plan = Engine().plan(small, {.image = image}, Frame::whole(40, 30));
  Image out(PixelType::u8, 40, 30, 3);
  const auto what = [&](const ConstImageView& given) -> std::string {
    const Error error = error_of([&] { plan.run({.image = given}, {.image = out}); });
    EXPECT_EQ(error.code(), Errc::invalid_argument);
    EXPECT_THAT(error.what(), StartsWith("image: "));
    return error.what();
  };
  EXPECT_EQ(
      what(Image(PixelType::u8, 41, 30, 3)),
      "image: is 41x30 u8 with 3 channels, batch 1, must be 40x30 u8 with 3 channels, batch 1");
  EXPECT_THAT(what(Image(PixelType::u16, 40, 30, 3)), HasSubstr("is 40x30 u16"));
  EXPECT_THAT(what(Image(PixelType::u8, 40, 30, 4)), HasSubstr("4 channels"));
  EXPECT_THAT(what(Image(PixelType::u8, 40, 30, 3, true)), HasSubstr("(alpha last)"));
  EXPECT_THAT(what(Image(PixelType::u8, 40, 30, 3, false, 2)), HasSubstr("batch 2"));
  EXPECT_THAT(what(shape(image)), HasSubstr("has no data"));
}

TEST(Run, OtherOutputShapesAreRefusedByName) {
  const Image image = noise(PixelType::u8, 40, 30, 3);
  Plan plan = Engine().plan(small, {.image = image}, Frame::region(40, 30, {5, 5, 20, 10}));
  const auto what = [&](const ImageView& out) -> std::string {
    const Error error = error_of([&] { plan.run({.image = image}, {.image = out}); });
    EXPECT_EQ(error.code(), Errc::invalid_argument);
    EXPECT_THAT(error.what(), StartsWith("output image: "));
    return error.what();
  };
  EXPECT_THAT(what(Image(PixelType::u8, 40, 30, 3)), HasSubstr("is 40x30"));
  EXPECT_THAT(what(Image(PixelType::u16, 20, 10, 3)), HasSubstr("u16"));
  EXPECT_THAT(what(Image(PixelType::u8, 20, 10, 1)), HasSubstr("1 channels"));
  EXPECT_THAT(what({}), HasSubstr("has no data"));
  Image out(PixelType::u8, 20, 10, 3);
  ImageView shared = out.view();
  shared.stride.row = 0;
  EXPECT_THAT(what(shared), HasSubstr("share bytes"));
  EXPECT_NO_THROW(plan.run({.image = image}, {.image = out}));
}

TEST(Run, TheMaskMustBeGivenAsPlanned) {
  const Image image = noise(PixelType::u8, 8, 6);
  const Image mask = noise(PixelType::u8, 8, 6);
  Image out(PixelType::u8, 8, 6);
  Plan with = Engine().plan(small, {.image = image, .mask = shape(mask)}, Frame::whole(8, 6));
  EXPECT_NO_THROW(with.run({.image = image, .mask = mask}, {.image = out}));
  EXPECT_THAT(error_of([&] { with.run({.image = image}, {.image = out}); }).what(),
              StartsWith("mask: "));
  Plan without = Engine().plan(small, {.image = image}, Frame::whole(8, 6));
  EXPECT_THAT(error_of([&] { without.run({.image = image, .mask = mask}, {.image = out}); }).what(),
              StartsWith("mask: "));
}

TEST(Run, InPlaceIsAsIfItWereNot) {
  const Engine engine;
  for (const int iterations : {1, 2, 3}) {
    Bilateral filter = small;
    filter.iterations = iterations;
    Image image = noise(PixelType::u8, 300, 80, 3);
    const Image expected = engine.run(filter, image);
    engine.run(filter, {.image = image}, {.image = image});
    EXPECT_TRUE(same_pixels(image, expected)) << iterations;
  }
}

TEST(Run, APlanMayRunInPlaceAgainAndAgain) {
  const Engine engine;
  Image image = noise(PixelType::u8, 60, 40);
  const Image expected = engine.run(small, engine.run(small, image));
  Plan plan = engine.plan(small, {.image = image}, Frame::whole(60, 40));
  plan.run({.image = image}, {.image = image});
  plan.run({.image = image}, {.image = image});
  EXPECT_TRUE(same_pixels(image, expected));
}

TEST(Run, TheOutputMayBeTheMask) {
  const Engine engine;
  const Image image = noise(PixelType::u8, 300, 80);
  Image mask = noise(PixelType::u8, 300, 80);
  for (std::size_t i = 0; i < mask.bytes(); i += 3) mask.view().data[i] = std::byte{0};
  Image expected(PixelType::u8, 300, 80);
  engine.run(small, {.image = image, .mask = mask}, {.image = expected});
  engine.run(small, {.image = image, .mask = mask}, {.image = mask});
  EXPECT_TRUE(same_pixels(mask, expected));
}

TEST(Run, OtherOverlapsAreErrors) {
  Image image = noise(PixelType::u8, 40, 30);
  const ImageView all = image.view();
  const Error error = error_of([&] {
    Engine().run(small, {.image = all.region({0, 0, 40, 20})},
                 {.image = all.region({0, 5, 40, 20})});
  });
  EXPECT_EQ(error.code(), Errc::invalid_argument);
  EXPECT_THAT(error.what(), HasSubstr("overlaps the input image"));
  const Image other = noise(PixelType::u8, 40, 20);
  const Error mask = error_of([&] {
    Engine().run(small, {.image = other, .mask = all.region({0, 0, 40, 20})},
                 {.image = all.region({0, 5, 40, 20})});
  });
  EXPECT_THAT(mask.what(), HasSubstr("overlaps the input mask"));
}

TEST(Run, IterationsAreRunsOneAfterAnother) {
  const Engine engine;
  const Image image = noise(PixelType::f32, 50, 40);
  Bilateral twice = small;
  twice.iterations = 2;
  EXPECT_TRUE(same_pixels(engine.run(twice, image), engine.run(small, engine.run(small, image))));
}

// Resident memory of this process.
std::size_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t pages = 0, resident = 0;
  file >> pages >> resident;
  return resident * 4096;
}

TEST(Plan, PassesShareTheirBuffers) {
  const Engine engine(Device::cpu(), {.threads = 1});
  const Image image(PixelType::u8, 40, 30, 3);
  Plan plan = engine.plan(Bilateral{.radius = 60, .iterations = 1000}, {.image = image},
                          Frame::whole(40, 30));
  const std::size_t before = resident_bytes();
  plan.reserve();
  EXPECT_LE(resident_bytes() - before, plan.scratch_bytes() + (std::size_t{16} << 20));
}

}  // namespace
}  // namespace selvage
