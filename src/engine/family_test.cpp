// SPDX-License-Identifier: Apache-2.0
// Compares the bilateral's relatives on the CPU with the reference and with one another.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/sample.hpp"
#include "engine/test_images.hpp"
#include "reference/reference.hpp"
#include "selvage/engine.hpp"

namespace selvage {
namespace {

constexpr int width = 45, height = 23;
const char* const candidates[] = {"simd", "plain"};

double value(const ConstImageView& v, int x, int y, int c) {
  const std::byte* at = v.at(x, y, c);
  const double scale = full_scale(v.type);
  switch (v.type) {
    case PixelType::u8: return read_sample<std::uint8_t>(at) / scale;
    case PixelType::u16: return read_sample<std::uint16_t>(at) / scale;
    case PixelType::f16: return read_sample<Half>(at);
    case PixelType::f32: return read_sample<float>(at);
  }
  return 0;
}

// Every sample of the candidate's result is within its bound and a rounding of the reference's.
void expect_right(const Filter& filter, const Inputs& inputs, const std::string& candidate) {
  const ConstImageView& image = inputs.image;
  const Frame frame = Frame::whole(image.width, image.height);
  Plan plan = Engine(Device::cpu()).plan(filter, inputs, frame, {.use = candidate});
  Image out(image.type, image.width, image.height, image.channels);
  plan.run(inputs, {.image = out});
  const reference::Result right = reference::run(filter, inputs);
  const double rounding = is_integer(image.type) ? 0.5 / full_scale(image.type) : 2e-7;
  double worst = 0;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x)
      for (int c = 0; c < image.channels; ++c) {
        const double got = value(out, x, y, c), expected = right.samples.at(x, y, c);
        if (std::isnan(expected))
          EXPECT_TRUE(std::isnan(got)) << x << ' ' << y;
        else
          worst = std::max(worst, std::abs(got - expected));
      }
  // Floats lie in 1..2.
  EXPECT_LE(worst, 2 * plan.error_bound() + rounding) << name(filter) << ' ' << candidate;
}

Image with_holes(Image image) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (int i = 0; i < 12; ++i)
    write_sample(image.view().at((i * 17) % width, (i * 5) % height, i % image.channels()), nan);
  return image;
}

// Distances and weights are the same; only the loops differ.
TEST(Family, AGuideThatIsTheImageMakesTheBilateral) {
  const Image image = noise(PixelType::u8, width, height, 3);
  const Engine engine(Device::cpu());
  for (const char* const candidate : candidates)
    for (const Norm norm : {Norm::l2, Norm::l1, Norm::per_channel, Norm::luma, Norm::lab}) {
      Image joint(PixelType::u8, width, height, 3), own(PixelType::u8, width, height, 3);
      const Frame frame = Frame::whole(width, height);
      const Request request{.exact = true, .use = candidate};
      engine.run(JointBilateral{.sigma_range = 0.1f, .radius = 4, .norm = norm},
                 {.image = image, .guide = image}, {.image = joint}, frame, request);
      engine.run(Bilateral{.sigma_range = 0.1f, .radius = 4, .norm = norm}, {.image = image},
                 {.image = own}, frame, request);
      int largest = 0, different = 0;
      for (std::size_t i = 0; i < own.bytes(); ++i) {
        const int d = std::abs(std::to_integer<int>(joint.view().data[i]) -
                               std::to_integer<int>(own.view().data[i]));
        largest = std::max(largest, d);
        different += d;
      }
      EXPECT_LE(largest, 1) << name(norm) << ' ' << candidate;
      EXPECT_LE(different, width * height * 3 / 50) << name(norm) << ' ' << candidate;
    }
}

TEST(Family, BytesByAGuideOfFloats) {
  const Image image = noise(PixelType::u8, width, height, 3);
  const Image guide = with_holes(noise(PixelType::f32, width, height, 2));
  for (const char* const candidate : candidates)
    for (const bool fill : {false, true})
      expect_right(JointBilateral{.sigma_range = 0.3f,
                                  .radius = 5,
                                  .border = Border::constant,
                                  .border_value = 0.7f,
                                  .fill = fill},
                   {.image = image, .guide = guide}, candidate);
}

TEST(Family, RollingGuidance) {
  for (const PixelType type : {PixelType::u8, PixelType::f32}) {
    Image image = noise(type, width, height, 3);
    if (type == PixelType::f32) image = with_holes(std::move(image));
    for (const char* const candidate : candidates)
      for (const int iterations : {1, 2})
        expect_right(RollingGuidance{.sigma_space = 2, .iterations = iterations, .fill = true},
                     {.image = image}, candidate);
  }
}

TEST(Family, GaussianOfADiscWithHoles) {
  const Image image = with_holes(noise(PixelType::f32, width, height, 2));
  for (const char* const candidate : candidates)
    for (const bool fill : {false, true})
      expect_right(Gaussian{.radius = 6, .window = Window::disc, .fill = fill}, {.image = image},
                   candidate);
}

TEST(Family, BoxOverTheBorder) {
  const Image image = noise(PixelType::u16, width, height, 1);
  for (const char* const candidate : candidates)
    for (const int radius : {1, 20})
      expect_right(Box{.radius = radius, .border = Border::shrink}, {.image = image}, candidate);
}

TEST(Family, OneGuideServesABatch) {
  const Image images = noise(PixelType::u8, width, height, 1, 2);
  const Image guide = noise(PixelType::u16, width, height, 3);
  const JointBilateral filter{.radius = 3};
  Image out(PixelType::u8, width, height, 1, false, 2);
  const Engine engine(Device::cpu());
  engine.run(filter, {.image = images, .guide = guide}, {.image = out});
  for (int b = 0; b < 2; ++b) {
    Image one(PixelType::u8, width, height);
    engine.run(filter, {.image = images.view().image(b), .guide = guide}, {.image = one});
    EXPECT_TRUE(same_pixels(out.view().image(b), one));
  }
}

TEST(Family, SeparableBilateral) {
  const Bilateral filter{.sigma_range = 0.3f, .radius = 20};
  const Image image = noise(PixelType::f32, width, height, 3);
  const Image out = Engine(Device::cpu()).run(filter, image, {.method = Method::separable});
  const reference::Result right = reference::separable_bilateral(filter, image);
  double worst = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < 3; ++c)
        worst = std::max(worst, std::abs(value(out, x, y, c) - right.samples.at(x, y, c)));
  EXPECT_LE(worst, 1e-5);
}

}  // namespace
}  // namespace selvage
