// SPDX-License-Identifier: Apache-2.0
// Means over windows against the reference: guides of all kinds, none, and windows of one row or
// column.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>

#include "core/sample.hpp"
#include "reference/reference.hpp"
#include "selvage/engine.hpp"
#include "selvage/error.hpp"
#include "support/canvas.hpp"
#include "support/judge.hpp"
#include "support/pictures.hpp"
#include "support/subjects.hpp"

namespace selvage::testing {
namespace {

constexpr Shape colours{.width = 41, .height = 35, .channels = 3};
constexpr Shape gray{.width = 41, .height = 35};

Shape of_type(Shape shape, PixelType type) {
  shape.type = type;
  return shape;
}
Shape with_alpha(Shape shape) {
  ++shape.channels;
  shape.alpha = true;
  return shape;
}

Canvas photo(const Shape& shape, std::uint64_t seed, Holes holes = Holes::none) {
  Canvas canvas(shape, Layout::interleaved);
  draw(canvas.view(), Content::photo, seed);
  pierce(canvas.view(), holes, seed);
  return canvas;
}

Canvas mask_for(const Shape& shape) {
  Canvas mask({.width = shape.width, .height = shape.height}, Layout::interleaved);
  draw_mask(mask.view(), 3);
  return mask;
}

// Of the request `exact`.
double exact_bound(PixelType type) {
  if (!is_integer(type)) return 4e-6;
  return type == PixelType::u8 ? 0.02 / 255 : 0.2 / 65535;
}

std::string disagreement_of(Plan& plan, const Inputs& inputs, const reference::Result& right,
                            double bound) {
  const ConstImageView& image = inputs.image;
  Canvas output({.type = image.type,
                 .width = image.width,
                 .height = image.height,
                 .channels = image.channels,
                 .alpha = image.alpha},
                Layout::padded);
  plan.run(inputs, {.image = output.view()});
  if (!output.surroundings_untouched()) return "bytes around the output were written";
  return disagreement({.result = right,
                       .input = image,
                       .compute = {0, 0, image.width, image.height},
                       .bound = bound},
                      output.view());
}

// Every candidate of the tested device that serves the filter by that method. `growth`: by what an
// error may grow through later passes. `only`: this candidate alone, which must serve.
void expect_right(const Filter& filter, const Inputs& inputs, double growth = 1,
                  Method method = Method::direct, std::string_view only = {}) {
  const ConstImageView& image = inputs.image;
  const reference::Result right =
      method == Method::separable
          ? reference::separable_bilateral(std::get<Bilateral>(filter), image, inputs.mask)
          : reference::run(filter, inputs);
  const double unit = is_integer(image.type) ? 1.0 : largest_sample(image);
  static const std::vector<Subject> all = subjects();
  for (const Subject& subject : all) {
    if (!subject.entry->serves(filter) || subject.entry->method != method) continue;
    if (!only.empty() && subject.candidate != only) continue;
    SCOPED_TRACE(describe(subject));
    try {
      Plan plan = subject.engine->plan(filter, inputs, Frame::whole(image.width, image.height),
                                       {.max_error = 1.0, .use = subject.candidate});
      const double bound = std::min(plan.error_bound(), exact_bound(image.type));
      EXPECT_EQ(disagreement_of(plan, inputs, right, growth * bound * unit), "");
    } catch (const Error& e) {
      EXPECT_TRUE(e.code() == Errc::unsupported && only.empty()) << e.what();
    }
  }
}

TEST(Means, JointOfBytes) {
  const Canvas image = photo(colours, 1), guide = photo(colours, 2);
  for (const Norm norm : {Norm::l2, Norm::l1})
    expect_right(JointBilateral{.sigma_range = 0.05f, .radius = 4, .norm = norm},
                 {.image = image.view(), .guide = guide.view()});
}

// All bytes of a pixel in one word.
TEST(Means, GrayByBytesOfColours) {
  const Canvas image = photo(gray, 1), guide = photo(with_alpha(colours), 2);
  expect_right(JointBilateral{.sigma_range = 0.05f,
                              .radius = 4,
                              .window = Window::disc,
                              .border = Border::constant,
                              .border_value = 0.7f},
               {.image = image.view(), .guide = guide.view()});
}

TEST(Means, WordsByFloatsOfTwoChannels) {
  const Canvas image = photo(of_type(colours, PixelType::u16), 1);
  Shape pairs = of_type(gray, PixelType::f32);
  pairs.channels = 2;
  const Canvas guide = photo(pairs, 2, Holes::nan);
  expect_right(JointBilateral{.sigma_range = 0.05f, .radius = 4, .norm = Norm::l1},
               {.image = image.view(), .guide = guide.view()});
}

TEST(Means, WordsByBytes) {
  const Canvas image = photo(of_type(colours, PixelType::u16), 1), guide = photo(colours, 2);
  expect_right(JointBilateral{.sigma_range = 0.05f, .radius = 4, .norm = Norm::l1},
               {.image = image.view(), .guide = guide.view()});
}

TEST(Means, EachChannelByItsOwn) {
  const Canvas image = photo(of_type(colours, PixelType::f32), 1), guide = photo(colours, 2);
  expect_right(JointBilateral{.sigma_range = 0.05f, .radius = 3, .norm = Norm::per_channel},
               {.image = image.view(), .guide = guide.view()});
}

TEST(Means, LabOfAGuideThatIsNotANumberEverywhere) {
  const Canvas image = photo(colours, 1);
  const Canvas guide = photo(of_type(colours, PixelType::f16), 2, Holes::nan);
  expect_right(JointBilateral{.sigma_range = 0.05f,
                              .radius = 3,
                              .norm = Norm::lab,
                              .border = Border::constant,
                              .border_value = 0.7f},
               {.image = image.view(), .guide = guide.view()});
}

// sigma_range is so small that weights vanish unless they count relative to the largest.
TEST(Means, MaskedPixelsAreFilledByTheGuide) {
  const Canvas image = photo(colours, 1),
               guide = photo(of_type(gray, PixelType::f32), 2, Holes::nan);
  const Canvas mask = mask_for(colours);
  expect_right(JointBilateral{.sigma_range = 0.002f, .radius = 3, .fill = true},
               {.image = image.view(), .guide = guide.view(), .mask = mask.view()});
}

TEST(Means, EachChannelIsFilledByItsOwn) {
  const Canvas image = photo(colours, 1, Holes::value), guide = photo(colours, 2);
  expect_right(JointBilateral{.sigma_range = 0.002f,
                              .radius = 3,
                              .norm = Norm::per_channel,
                              .invalid = hole_value,
                              .fill = true},
               {.image = image.view(), .guide = guide.view()});
}

TEST(Means, GaussianOfADiscWithHoles) {
  const Canvas image = photo(of_type(colours, PixelType::f32), 1, Holes::nan);
  expect_right(Gaussian{.sigma_space = 2.5f, .radius = 4, .window = Window::disc, .fill = true},
               {.image = image.view()});
}

TEST(Means, BoxOfBytes) {
  const Canvas image = photo(with_alpha(colours), 1);
  expect_right(Box{.radius = 3, .border = Border::shrink, .alpha = Alpha::filter},
               {.image = image.view()});
}

TEST(Means, RollingGuidance) {
  const Canvas image = photo(with_alpha(colours), 1);
  expect_right(selvage::RollingGuidance{.sigma_space = 1.5f,
                                        .sigma_range = 0.2f,
                                        .radius = 3,
                                        .iterations = 2,
                                        .alpha = Alpha::filter},
               {.image = image.view()}, 100);
}

TEST(Means, GuidesOfAnyLayout) {
  const Canvas image = photo(gray, 1);
  Canvas guide(colours, Layout::flipped_x);
  draw(guide.view(), Content::photo, 2);
  expect_right(JointBilateral{.sigma_range = 0.05f, .radius = 2, .border = Border::wrap},
               {.image = image.view(), .guide = guide.view()});
}

TEST(Separable, RowsThenColumns) {
  for (const PixelType type : {PixelType::u8, PixelType::f32}) {
    const Canvas image = photo(of_type(colours, type), 1);
    expect_right(Bilateral{.sigma_range = 0.3f, .radius = 6, .border = Border::clamp},
                 {.image = image.view()}, 10, Method::separable);
  }
}

// Five channels are two blocks, which share three. One pixel has a hole in the last alone. Another
// candidate's result would stay in the device's memory, where a block that is left out would find
// it.
TEST(Separable, BlocksOfChannels) {
  const Shape shape{.type = PixelType::f32, .width = 41, .height = 35, .channels = 5};
  Canvas floats = photo(shape, 31, Holes::nan);
  write_sample(floats.view().at(20, 17, 4), std::numeric_limits<float>::quiet_NaN());
  const auto expect = [](const Filter& filter, const Inputs& inputs) {
    expect_right(filter, inputs, 1, Method::direct, "separable");
  };
  expect(Gaussian{.sigma_space = 5, .radius = 14}, {.image = floats.view()});
  Canvas bytes = photo({.width = 41, .height = 35, .channels = 9}, 32, Holes::value);
  for (int c = 0; c < 9; ++c)  // valid, although a block of it looks as if it were not
    write_sample(bytes.view().at(9, 9, c), static_cast<std::uint8_t>(c < 4 ? 0 : 200));
  Canvas mask = mask_for(gray);
  write_sample(mask.view().at(9, 9), std::uint8_t{1});
  expect(Box{.radius = 2, .border = Border::shrink, .invalid = 0.0f},
         {.image = bytes.view(), .mask = mask.view()});
}

// Longer than the tile of a group.
TEST(Separable, LongLines) {
  const Canvas image = photo(of_type(gray, PixelType::f32), 1);
  expect_right(Bilateral{.sigma_range = 0.3f, .radius = 900, .window = Window::disc},
               {.image = image.view()}, 10, Method::separable);
}

// Weights that are no mirror images of themselves: what candidates with weights in bytes prove.
TEST(Means, BytesByLinesThatAreNotSymmetric) {
  SeparableConvolution filter{.row = {1, 2, 7, 0, 6}, .column = {9, 1, 6}, .scale = 1.0f / 256};
  static const std::vector<Subject> all = subjects();
  for (const int channels : {1, 3})
    for (const bool flip : {false, true}) {
      filter.flip = flip;
      const Canvas image = photo({.width = 173, .height = 59, .channels = channels}, 1);
      const Inputs inputs{.image = image.view()};
      const reference::Result right = reference::run(filter, inputs);
      for (const Subject& subject : all) {
        if (!subject.entry->serves(filter)) continue;
        SCOPED_TRACE(describe(subject));
        try {
          Plan plan = subject.engine->plan(filter, inputs, Frame::whole(173, 59),
                                           {.max_error = 0.1, .use = subject.candidate});
          EXPECT_EQ(disagreement_of(plan, inputs, right, plan.error_bound()), "");
        } catch (const Error& e) {
          EXPECT_EQ(e.code(), Errc::unsupported) << e.what();
        }
      }
    }
}

// Stripes low, high, high above flat ground: a window of three columns is flat where it meets no
// ground, at (low + 2 high) / 3.
Canvas stripes(const Shape& shape, float low, float high, float ground) {
  Canvas canvas(shape, Layout::interleaved);
  for (int y = 0; y < shape.height; ++y)
    for (int x = 0; x < shape.width; ++x)
      for (int c = 0; c < shape.channels; ++c)
        write(canvas.view(), x, y, c, 0, y >= 5 ? ground : x % 3 == 0 ? low : high);
  return canvas;
}

template <class F>
void expect_valid_between_passes(F filter) {
  filter.radius = 1;
  filter.border = Border::wrap;
  filter.iterations = 2;
  const auto check = [&](const Inputs& inputs, float invalid) {
    filter.invalid = invalid;
    expect_right(filter, inputs, 2);
    if constexpr (std::is_same_v<F, Bilateral>) expect_right(filter, inputs, 4, Method::separable);
  };
  for (const int channels : {1, 3}) {
    const Shape shape{.width = 36, .height = 11, .channels = channels};
    const Canvas floats = stripes(of_type(shape, PixelType::f32), -2, 1, 5);
    check({.image = floats.view()}, 0.0f);
    const Canvas bytes = stripes(shape, 75.0f / 255, 78.0f / 255, 1);
    check({.image = bytes.view()}, 77.0f / 255);
  }
}

TEST(Means, MeansAreValidBetweenPasses) {
  constexpr float vast = 1e6f;  // weights of 1, but in double precision
  expect_valid_between_passes(Box{});
  expect_valid_between_passes(Gaussian{.sigma_space = vast});
  expect_valid_between_passes(Bilateral{.sigma_space = vast, .sigma_range = vast});
}

TEST(Means, FilledPixelsAreValidBetweenPasses) {
  Canvas image = stripes(of_type({.width = 36, .height = 11}, PixelType::f32), -1.5f, 1, 5);
  write(image.view(), 9, 3, 0, 0, std::numeric_limits<float>::quiet_NaN());
  write(image.view(), 10, 4, 0, 0, -2);  // they add up to 0
  expect_right(Bilateral{.sigma_space = 1e6f,
                         .sigma_range = 1e6f,
                         .radius = 1,
                         .border = Border::wrap,
                         .iterations = 2,
                         .invalid = 0.0f,
                         .fill = true},
               {.image = image.view()}, 2);
}

// On a GPU whose memory is too small for the volume.
TEST(Volumes, SlabsDoNotShow) {
  if (test_device() == "cpu") GTEST_SKIP() << "a CPU has all of the volume";
  constexpr int width = 24, height = 20, depth = 70;
  const Frame frame = Frame::whole(width, height, depth);
  const Engine engine(find_device(test_device()), {.threads = 2});
  for (const int channels : {1, 5}) {
    Image image = Image::volume(PixelType::f32, width, height, depth, channels);
    Image mask = Image::volume(PixelType::u8, width, height, depth);
    for (int z = 0; z < depth; ++z) {
      draw(image.view().slice(z), Content::noise, static_cast<std::uint64_t>(z));
      draw_mask(mask.view().slice(z), static_cast<std::uint64_t>(z));
    }
    const Inputs inputs{.image = image,
                        .mask = channels == 1 ? ConstImageView(mask) : ConstImageView{}};
    for (int z = 9; z < 16; ++z)  // more slices than a window has
      write(image.view().slice(z), 7, 11, 0, 0, std::numeric_limits<float>::quiet_NaN());
    const std::size_t memory = channels == 1 ? 300'000 : 2'500'000;
    const Engine small(find_device(test_device()), {.threads = 2, .device_memory = memory});
    for (const auto& [border, axis] : {std::pair{Border::reflect101, ThirdAxis::space},
                                       {Border::constant, ThirdAxis::causal},
                                       {Border::copy, ThirdAxis::time}}) {
      const Bilateral filter{.radius = 1,
                             .border = border,
                             .iterations = 2,
                             .fill = channels == 1,
                             .radius_depth = 2,
                             .third_axis = axis};
      Image whole = Image::volume(PixelType::f32, width, height, depth, channels);
      Image slabs = Image::volume(PixelType::f32, width, height, depth, channels);
      Plan plan = small.plan(filter, inputs, frame);
      const bool cut = std::ranges::any_of(
          plan.tuning(), [](const auto& number) { return number.name == "tile_slices"; });
      EXPECT_TRUE(cut) << name(border) << ' ' << channels;
      plan.run(inputs, {.image = slabs});
      engine.run(filter, inputs, {.image = whole}, frame);
      EXPECT_EQ(std::memcmp(whole.view().data, slabs.view().data, whole.bytes()), 0)
          << name(border) << ' ' << channels;
    }
  }
}

// CUDA launches at most 65535 groups along the third axis; slabs have no more.
TEST(Volumes, AnyNumberOfSlices) {
  if (test_device() == "cpu") GTEST_SKIP() << "a CPU has no such limit";
  constexpr int width = 3, height = 2, depth = 65'540;
  const Frame frame = Frame::whole(width, height, depth);
  Image image = Image::volume(PixelType::u8, width, height, depth, 1);
  for (std::size_t i = 0; i < image.bytes(); ++i)
    image.view().data[i] = static_cast<std::byte>(i * 2654435761u >> 24);  // looks random
  const Box filter{.radius = 1, .radius_depth = 2};
  Image cpu = Image::volume(PixelType::u8, width, height, depth, 1);
  Image device = Image::volume(PixelType::u8, width, height, depth, 1);
  Engine(find_device(test_device()), {.threads = 2})
      .run(filter, {.image = image}, {.image = device}, frame);
  Engine(find_device("cpu"), {.threads = 2}).run(filter, {.image = image}, {.image = cpu}, frame);
  int most = 0;  // steps apart
  for (std::size_t i = 0; i < image.bytes(); ++i)
    most = std::max(most, std::abs(std::to_integer<int>(cpu.view().data[i]) -
                                   std::to_integer<int>(device.view().data[i])));
  EXPECT_LE(most, 1);
}

}  // namespace
}  // namespace selvage::testing
