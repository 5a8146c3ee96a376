// SPDX-License-Identifier: Apache-2.0
// Separable kernels and stencils on the first device that there is, in shapes that its own tuning
// would not choose, against the reference.
#include "methods/kernels/linear_on_device.hpp"

namespace selvage::gpu {
namespace {

using testing::Content;
using testing::Holes;

TEST_F(LinearOnDevice, GaussiansOfAllTypes) {
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32})
    for (const LinearGpuTuning& tuning : {once, twice}) {
      SCOPED_TRACE(::testing::Message() << name(type) << ' ' << tuning.once);
      const Filter filter = Gaussian{.sigma_space = 1.5f, .radius = 4};
      expect_right(scene(type, 1), {.filter = filter, .tuning = tuning});
    }
}

TEST_F(LinearOnDevice, ChannelsAndAlpha) {
  for (const int channels : {2, 3, 4})
    for (const LinearGpuTuning& tuning : {once, twice}) {
      SCOPED_TRACE(::testing::Message() << channels);
      const Alpha alpha = channels == 4 ? Alpha::filter : Alpha::keep;
      const Filter filter = Gaussian{.sigma_space = 2, .radius = 3, .alpha = alpha};
      const auto s = scene(PixelType::u8, channels, true);
      expect_right(s, {.filter = filter, .tuning = tuning});
      if (channels == 3) expect_right(s, {.filter = filter, .tuning = tuning, .planar = true});
    }
}

// Groups inside the image, whose rows begin at whole addresses. Images that keep their alpha are
// not streamed.
TEST_F(LinearOnDevice, TilesByVectors) {
  const LinearGpuTuning narrow{.group = {.width = 8, .height = 2, .rows = 4}};
  const auto expect_both = [&](const Scene& s) {
    expect_right(s, {.filter = Gaussian{.radius = 4, .border = Border::clamp}, .tuning = narrow});
    const Filter sum = Convolution{
        .kernel = {1, 2, -3, 0.5f, 1, 2, 1, -1, 1}, .width = 3, .height = 3, .offset = 0.1f};
    expect_right(s, {.candidate = stencil, .filter = sum, .tuning = narrow}, 12.5);
  };
  expect_both(scene(PixelType::u8, 4, true, Holes::none, 112, 61));
  expect_both(scene(PixelType::u16, 2, true, Holes::none, 112, 61));
  expect_both(scene(PixelType::f16, 4, true, Holes::nan, 112, 61));
  expect_both(scene(PixelType::f32, 3, false, Holes::nan, 112, 61));
}

TEST_F(LinearOnDevice, Borders) {
  for (const Border border : {Border::reflect101, Border::reflect, Border::clamp, Border::wrap,
                              Border::constant, Border::shrink, Border::copy})
    for (const LinearGpuTuning& tuning : {once, twice}) {
      SCOPED_TRACE(name(border));
      const Filter mean = Box{.radius = 3, .border = border, .border_value = 0.3f};
      expect_right(scene(PixelType::u8, 3), {.filter = mean, .tuning = tuning});
      expect_right(scene(PixelType::u8, 3, false, Holes::none, 2, 5),
                   {.filter = mean, .tuning = tuning});
      expect_right(scene(PixelType::f32, 1), {.filter = mean, .tuning = tuning});
      const Filter sum = Convolution{.kernel = {0.5f, -1, 0.25f, 2, 3, -1, 0, 1, 0.75f},
                                     .width = 3,
                                     .height = 3,
                                     .border = border,
                                     .border_value = 0.3f};
      expect_right(scene(PixelType::f32, 1, false, Holes::none, 37, 30),
                   {.candidate = stencil, .filter = sum, .tuning = tuning}, 9.5);
    }
}

TEST_F(LinearOnDevice, Holes) {
  for (const Holes holes : {Holes::nan, Holes::infinity, Holes::value, Holes::mask})
    for (const int channels : {1, 4})
      for (const LinearGpuTuning& tuning : {once, twice}) {
        SCOPED_TRACE(testing::hole_names[static_cast<std::size_t>(holes)]);
        const bool marked = holes == Holes::value;
        const std::optional<float> invalid =
            marked ? std::optional(testing::hole_value) : std::nullopt;
        const auto s = scene(PixelType::f32, channels, channels == 4, holes);
        expect_right(s, {.filter = Gaussian{.radius = 4, .invalid = invalid}, .tuning = tuning});
        expect_right(
            s,
            {.candidate = stencil,
             .filter =
                 Convolution{
                     .kernel = {1, 2, -3, 0.5f, 1}, .width = 5, .height = 1, .invalid = invalid},
             .tuning = tuning},
            7.5);
        expect_right(s,
                     {.filter =
                          SeparableConvolution{
                              .row = {1, 0, -1}, .column = {1, 2, 3, 2, 1}, .invalid = invalid},
                      .tuning = tuning},
                     18);
      }
}

TEST_F(LinearOnDevice, ScaleOffsetGrayAndFlip) {
  for (const int channels : {3, 4})
    for (const Alpha alpha : {Alpha::keep, Alpha::filter})
      for (const PixelType type : {PixelType::u8, PixelType::f32})
        for (const LinearGpuTuning& tuning : {once, twice}) {
          SCOPED_TRACE(::testing::Message() << channels << ' ' << name(type));
          const auto s = scene(type, channels, channels == 4,
                               type == PixelType::f32 ? Holes::nan : Holes::none);
          const Convolution general{.kernel = {1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 1, 1, 2, 2, 2},
                                    .width = 3,
                                    .height = 5,
                                    .scale = 0.02f,
                                    .offset = 0.1f,
                                    .flip = true,
                                    .gray = true,
                                    .alpha = alpha};
          expect_right(s, {.candidate = stencil, .filter = general, .tuning = tuning}, 1.2);
          const SeparableConvolution product{.row = {1, 2, 3, 4, 5},
                                             .column = {-1, 0, 2},
                                             .scale = -0.03f,
                                             .offset = 0.5f,
                                             .flip = true,
                                             .gray = true,
                                             .alpha = alpha};
          expect_right(s, {.filter = product, .tuning = tuning}, 1.4);
        }
}

TEST_F(LinearOnDevice, LargeRadii) {
  for (const int radius : {0, 1, 12}) {
    expect_right(scene(PixelType::f32, 1), {.filter = Box{.radius = radius}});
    expect_right(scene(PixelType::f32, 3), {.filter = Box{.radius = radius}});
  }
  for (const int radius : {13, 40, 200})
    expect_right(scene(PixelType::u16, 3),
                 {.filter = Gaussian{.sigma_space = 15, .radius = radius}, .tuning = twice});
  Convolution wide{.kernel = std::vector<float>(21 * 63), .width = 21, .height = 63};
  for (std::size_t i = 0; i < wide.kernel.size(); ++i)
    wide.kernel[i] = static_cast<float>(static_cast<int>(i * 7919 % 31) - 9) / 1e4f;
  expect_right(scene(PixelType::f32, 2), {.candidate = stencil, .filter = wide, .tuning = twice});
}

// Rows of whole units, which are streamed.
TEST_F(LinearOnDevice, StreamingIsRightAtAllBorders) {
  const std::pair<PixelType, int> formats[] = {{PixelType::u8, 1},  {PixelType::u8, 3},
                                               {PixelType::u16, 4}, {PixelType::f16, 1},
                                               {PixelType::f32, 1}, {PixelType::f32, 2}};
  for (const auto& [type, channels] : formats)
    for (const Border border :
         {Border::reflect101, Border::constant, Border::shrink, Border::copy}) {
      SCOPED_TRACE(::testing::Message() << name(type) << channels << name(border));
      const Holes holes = is_integer(type) ? Holes::none : Holes::nan;
      const auto s = scene(type, channels, false, holes, 80, 37);
      expect_right(s, {.filter = Gaussian{.radius = 3, .border = border, .border_value = 0.3f}});
      const Filter sum = Convolution{.kernel = {0.5f, -1, 0.25f, 2, 3, -1, 0, 1, 0.75f},
                                     .width = 3,
                                     .height = 3,
                                     .scale = 0.5f,
                                     .offset = 0.25f,
                                     .border = border,
                                     .border_value = 0.3f};
      expect_right(s, {.candidate = stencil, .filter = sum}, 5);
    }
}

// Several groups of it, and images that end within a unit or a group.
TEST_F(LinearOnDevice, StreamingIsRightWhereRowsEnd) {
  for (const Problem& f : {Problem{.type = PixelType::u8, .width = 1096, .channels = 1},
                           Problem{.type = PixelType::f32, .width = 632, .channels = 1},
                           Problem{.type = PixelType::f32, .width = 300, .channels = 3},
                           Problem{.type = PixelType::f16, .width = 140, .channels = 3}})
    for (const int less : {0, 1, 6})
      for (const Border border : {Border::reflect, Border::wrap, Border::shrink}) {
        SCOPED_TRACE(::testing::Message() << name(f.type) << f.channels << name(border) << less);
        const Holes holes = is_integer(f.type) ? Holes::none : Holes::nan;
        const auto s = scene(f.type, f.channels, false, holes, f.width, 19);
        const Filter mean = Box{.radius = 2, .border = border};
        expect_right(s, {.filter = mean, .narrower = less});
      }
}

// Columns summed from a ring: groups that fill it several times, rows that end within a group, and
// holes that only the first or last row of a group of the region sees.
TEST_F(LinearOnDevice, ARingGivesTheBitsOfRegisters) {
  auto s = scene(PixelType::f32, 1, false, Holes::none, 272, 101);
  for (const int y : {3, 52}) testing::write(s.image.view(), 60 + y, y, 0, 0, std::nan(""));
  for (const Border border : {Border::reflect101, Border::constant, Border::shrink}) {
    const Filter mean = Gaussian{.radius = 9, .border = border, .border_value = 0.3f};
    expect_same(s, {.filter = mean, .ring = false}, {.filter = mean, .tall = true});
    expect_same(s, {.filter = mean}, {.filter = mean, .region = {24, 12, 180, 32}});
    expect_right(s, {.filter = mean, .narrower = 1, .tall = true});
  }
}

// Neither groups nor regions, nor which kernel serves, change a bit.
TEST_F(LinearOnDevice, BitsStay) {
  LinearGpuTuning other{.group = {.width = 16, .height = 1, .rows = 8}};
  const Filter mean = Gaussian{.radius = 4};
  const Filter sum = SeparableConvolution{.row = {1, 0, -1}, .column = {1, 2, 3, 2, 1}};
  for (const int width : {37, 80})
    for (const LinearGpuTuning& tuning : {once, twice}) {
      const auto s = scene(PixelType::f32, 4, false, Holes::nan, width);
      other.once = tuning.once;
      for (const Filter& filter : {mean, sum}) {
        const Trial whole{.filter = filter, .tuning = tuning};
        expect_same(s, whole, {.filter = filter, .tuning = other});
        expect_same(s, whole, {.filter = filter, .tuning = tuning, .region = {5, 7, 20, 11}});
      }
    }
  expect_same(scene(PixelType::u8, 1, false, Holes::none, 80), {.filter = mean},
              {.filter = mean, .region = {5, 7, 20, 11}});
}

TEST_F(LinearOnDevice, AHoleChangesItsNeighboursAlone) {
  for (const LinearGpuTuning& tuning : {once, twice}) {
    auto s = scene(PixelType::f32, 1);
    const Trial trial{.filter = Gaussian{.radius = 3}, .tuning = tuning};
    const Image before = run(s, trial);
    testing::write(s.image.view(), 10, 10, 0, 0, std::nan(""));
    const Image after = run(s, trial);
    for (int y = 0; y < before.height(); ++y)
      for (int x = 0; x < before.width(); ++x) {
        const bool near = std::abs(x - 10) <= 3 && std::abs(y - 10) <= 3;
        EXPECT_EQ(std::memcmp(before.view().at(x, y), after.view().at(x, y), 4) == 0, !near)
            << x << ' ' << y;
      }
  }
}

}  // namespace
}  // namespace selvage::gpu
