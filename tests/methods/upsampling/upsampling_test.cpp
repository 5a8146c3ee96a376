// SPDX-License-Identifier: Apache-2.0
// Joint bilateral upsampling of every candidate of a device, against the reference.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "methods/upsampling/scenes.hpp"
#include "reference/reference.hpp"
#include "support/canvas.hpp"
#include "support/judge.hpp"
#include "support/subjects.hpp"

namespace selvage::testing {
namespace {

constexpr Sizes whole_ratio{13, 9, 52, 36}, any_ratio{12, 14, 32, 35};  // 4; 8/3 x 5/2

std::vector<Subject> upsamplers(EngineOptions options = {.threads = 3}) {
  std::vector<Subject> all = subjects(test_device(), options);
  std::erase_if(all, [](const Subject& s) { return !s.entry->serves(JointUpsampling{}); });
  EXPECT_FALSE(all.empty());
  return all;
}

Image run(const Subject& subject, const JointUpsampling& filter, const Inputs& inputs, Rect part) {
  const ConstImageView shape = result_shape(filter, inputs.image, inputs.guide);
  Image out(shape.type, part.width, part.height, shape.channels, shape.alpha, shape.batch);
  subject.engine->run(filter, inputs, {.image = out},
                      Frame::region(shape.width, shape.height, part),
                      {.exact = true, .use = subject.candidate});
  return out;
}

Image run(const Subject& subject, const JointUpsampling& filter, const Inputs& inputs) {
  return run(subject, filter, inputs, {0, 0, inputs.guide.width, inputs.guide.height});
}

double exact_bound(const ConstImageView& image) {
  if (image.type == PixelType::u8) return 0.02 / 255;
  if (image.type == PixelType::u16) return 0.2 / 65535;
  return 4e-6 * largest_sample(image);
}

// Every candidate, every image of the batch, against the reference.
void expect_right(const JointUpsampling& filter, const Scene& scene) {
  const Inputs inputs = scene.inputs();
  for (const Subject& subject : upsamplers()) {
    const Image out = run(subject, filter, inputs);
    for (int b = 0; b < inputs.image.batch; ++b) {
      const Inputs one = scene.inputs(b);
      const reference::Result result = reference::run(filter, one);
      const Expected expected{.result = result,
                              .input = one.image,
                              .compute = {0, 0, out.width(), out.height()},
                              .bound = exact_bound(one.image)};
      EXPECT_EQ(disagreement(expected, out.view().image(b)), "") << describe(subject);
    }
  }
}

JointUpsampling small_filter() {
  return {.sigma_space = 1.2f, .sigma_range = 0.1f, .radius = 2};
}

TEST(Upsampling, Ratios) {
  for (const Sizes& sizes :
       {Sizes{9, 7, 9, 7}, Sizes{9, 7, 18, 14}, whole_ratio, any_ratio, Sizes{20, 3, 21, 40},
        Sizes{1, 1, 33, 5}, Sizes{1, 1, 1, 1}, Sizes{5, 1, 64, 1}, Sizes{40, 8, 67, 9}})
    expect_right(small_filter(),
                 Scene(sizes, {.type = PixelType::u16}, {.type = PixelType::u8, .channels = 3}));
}

TEST(Upsampling, TypesAndChannels) {
  for (const auto& [type, channels] : {std::pair{PixelType::u8, 4},
                                       {PixelType::u16, 3},
                                       {PixelType::f16, 2},
                                       {PixelType::f32, 1},
                                       {PixelType::f32, 4},
                                       {PixelType::u8, 1}})
    expect_right(small_filter(), Scene(any_ratio, {.type = type, .channels = channels},
                                       {.type = PixelType::f32, .channels = 5 - channels}));
  for (const PixelType type : {PixelType::u16, PixelType::f16})
    expect_right(small_filter(), Scene(any_ratio, {.type = PixelType::f32}, {.type = type}));
}

TEST(Upsampling, Norms) {
  for (const Norm norm : {Norm::l2, Norm::l1, Norm::per_channel, Norm::luma, Norm::lab})
    for (const PixelType type : {PixelType::u8, PixelType::f32}) {
      JointUpsampling filter = small_filter();
      filter.norm = norm;
      expect_right(filter,
                   Scene(any_ratio, {.type = type, .channels = 3}, {.type = type, .channels = 3}));
    }
  JointUpsampling filter = small_filter();
  filter.norm = Norm::lab;  // a window that is wider than a tile, of a guide that is made
  filter.radius = 300;
  expect_right(filter, Scene({2, 1, 3, 1}, {.type = PixelType::f32}, {.channels = 3}));
  filter = small_filter();
  filter.norm = Norm::per_channel;
  expect_right(filter, Scene(any_ratio, {.type = PixelType::u16, .channels = 3}, {}));
  filter.norm = Norm::luma;
  expect_right(filter, Scene(any_ratio, {.type = PixelType::u16}, {.type = PixelType::u16}));
}

TEST(Upsampling, BordersAndWindows) {
  for (const Border border : {Border::reflect101, Border::reflect, Border::clamp, Border::wrap,
                              Border::constant, Border::shrink})
    for (const int radius : {0, 3, 17}) {
      JointUpsampling filter = small_filter();
      filter.border = border;
      filter.border_value = 0.4f;
      filter.radius = radius;
      filter.sigma_space = 2.5f;
      filter.window = radius == 3 ? Window::disc : Window::square;
      expect_right(filter, Scene({6, 5, 15, 16}, {.type = PixelType::f32, .channels = 2},
                                 {.type = PixelType::u8, .channels = 3}));
    }
}

// Outside there is nothing where the guide's type cannot hold the constant.
TEST(Upsampling, AConstantBeyondTheGuidesType) {
  for (const Norm norm : {Norm::l2, Norm::lab})
    for (const bool fill : {false, true}) {
      JointUpsampling filter = small_filter();
      filter.norm = norm;
      filter.fill = fill;
      filter.border = Border::constant;
      filter.border_value = 1e5f;
      expect_right(filter, Scene({6, 5, 15, 16}, {.type = PixelType::f32, .channels = 3},
                                 {.type = PixelType::f16, .channels = 3}));
    }
}

// Holes of the image, of the guide and of a mask.
TEST(Upsampling, Holes) {
  for (const bool fill : {false, true})
    for (const Border border : {Border::clamp, Border::constant, Border::shrink})
      for (const double holes : {0.2, 0.8}) {
        JointUpsampling filter = small_filter();
        filter.fill = fill;
        filter.border = border;
        filter.invalid = 0.0f;
        filter.norm = Norm::luma;
        expect_right(filter, Scene(any_ratio, {.type = PixelType::u16, .holes = holes},
                                   {.type = PixelType::u8, .channels = 3}));
        expect_right(filter,
                     Scene(any_ratio, {.type = PixelType::f32, .channels = 2, .holes = holes},
                           {.type = PixelType::f32, .holes = holes / 2}, true));
        filter.norm = Norm::lab;
        expect_right(filter, Scene(any_ratio, {.type = PixelType::u8},
                                   {.type = PixelType::f32, .channels = 3, .holes = holes}));
        filter.norm = Norm::per_channel;
        expect_right(filter, Scene(any_ratio, {.type = PixelType::u8, .channels = 3},
                                   {.type = PixelType::f16, .channels = 3, .holes = holes}, true));
      }
}

// No tap lies within 8 sigma_space of some holes.
TEST(Upsampling, FarHolesAreNotFilled) {
  JointUpsampling filter = small_filter();
  filter.fill = true;
  filter.invalid = 0.0f;
  filter.radius = 6;
  filter.sigma_space = 0.25f;
  expect_right(filter, Scene(any_ratio, {.type = PixelType::u16, .holes = 0.9},
                             {.type = PixelType::u8, .channels = 3}));
}

// Nothing in the small image is like the guide's pixel: weights count relative to the largest.
TEST(Upsampling, WeightsDoNotAllVanish) {
  JointUpsampling filter = small_filter();
  filter.sigma_range = 0.002f;
  filter.sigma_space = 0.01f;
  for (const Norm norm : {Norm::l2, Norm::luma, Norm::lab})
    for (const PixelType type : {PixelType::u8, PixelType::f32}) {
      filter.norm = norm;
      expect_right(filter,
                   Scene(any_ratio, {.type = PixelType::f32}, {.type = type, .channels = 3}));
    }
}

TEST(Upsampling, Alpha) {
  for (const Alpha alpha : {Alpha::keep, Alpha::filter})
    for (const Norm norm : {Norm::l2, Norm::per_channel}) {
      JointUpsampling filter = small_filter();
      filter.alpha = alpha;
      filter.norm = norm;
      // per_channel: as many colours as are averaged; alpha of a guide takes no part.
      const bool alike = norm == Norm::per_channel && alpha == Alpha::filter;
      expect_right(filter, Scene(any_ratio, {.type = PixelType::u8, .channels = 4, .alpha = true},
                                 {.type = PixelType::u16, .channels = 4, .alpha = !alike}));
    }
}

TEST(Upsampling, Batches) {
  expect_right(small_filter(),
               Scene(any_ratio, {.type = PixelType::u16, .batch = 3}, {.channels = 3}));
  expect_right(small_filter(),
               Scene(any_ratio, {.type = PixelType::f32, .batch = 2}, {.channels = 3, .batch = 2}));
}

// Tiles are 256 pixels wide: a region begins anywhere in them.
TEST(Upsampling, RegionsThreadsAndStridesGiveTheSameBits) {
  const Scene scene({120, 20, 301, 47}, {.type = PixelType::f32, .channels = 2, .holes = 0.1},
                    {.type = PixelType::u8, .channels = 3});
  JointUpsampling filter = small_filter();
  filter.fill = true;
  const Inputs inputs = scene.inputs();
  const std::vector<Subject> serial = upsamplers({.threads = 1});
  const std::vector<Subject> parallel = upsamplers();
  Canvas planar({.type = PixelType::f32, .width = 120, .height = 20, .channels = 2},
                Layout::planar);
  copy_bits(inputs.image, planar.view());
  for (std::size_t i = 0; i < serial.size(); ++i) {
    const Image whole = run(serial[i], filter, inputs);
    EXPECT_TRUE(same_bits(whole, run(parallel[i], filter, inputs))) << describe(serial[i]);
    for (const Rect part : {Rect{7, 3, 279, 40}, Rect{300, 46, 1, 1}, Rect{0, 11, 301, 5}})
      EXPECT_TRUE(same_bits(whole.view().region(part), run(parallel[i], filter, inputs, part)))
          << describe(serial[i]);
    Inputs strided = inputs;
    strided.image = planar.view();
    EXPECT_TRUE(same_bits(whole, run(parallel[i], filter, strided))) << describe(serial[i]);
  }
}

}  // namespace
}  // namespace selvage::testing
