// SPDX-License-Identifier: Apache-2.0
// Tests convolutions of the reference with results computed by hand.
#include <gtest/gtest.h>

#include <limits>

#include "reference/colour.hpp"
#include "reference/reference.hpp"
#include "reference/test_rows.hpp"

namespace selvage::reference {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
const std::vector<float> nine{1, 2, 3, 4, 5, 6, 7, 8, 9};

Convolution stencil(std::vector<float> kernel, int width, int height) {
  return {.kernel = std::move(kernel), .width = width, .height = height, .border = Border::shrink};
}

const Convolution sharpen = stencil({0, -1, 0, -1, 5, -1, 0, -1, 0}, 3, 3);
const Convolution emboss = stencil({-2, -1, 0, -1, 1, 1, 0, 1, 2}, 3, 3);

double at(const Filter& filter, const std::vector<float>& image, int width, int x, int y) {
  const int height = static_cast<int>(image.size()) / width;
  return run(filter, {.image = f32_view(image, width, height)}).samples.at(x, y, 0);
}

TEST(ReferenceConvolution, SharpenAtEachBorder) {
  EXPECT_EQ(at(sharpen, nine, 3, 1, 1), 5.0);
  const auto corner = [](Border border) {
    Convolution filter = sharpen;
    filter.border = border;
    filter.border_value = 10;
    return at(filter, nine, 3, 0, 0);
  };
  EXPECT_EQ(corner(Border::reflect101), 5.0 - 2 * 2 - 2 * 4);
  EXPECT_EQ(corner(Border::reflect), 5.0 - 1 - 1 - 2 - 4);
  EXPECT_EQ(corner(Border::clamp), 5.0 - 1 - 1 - 2 - 4);
  EXPECT_EQ(corner(Border::wrap), 5.0 - 3 - 7 - 2 - 4);
  EXPECT_EQ(corner(Border::constant), 5.0 - 10 - 10 - 2 - 4);
  EXPECT_EQ(corner(Border::shrink), 5.0 - 2 - 4);  // nothing is renormalised
  EXPECT_EQ(corner(Border::copy), 1.0);
}

TEST(ReferenceConvolution, LiesAsWrittenOrFlipped) {
  EXPECT_EQ(at(emboss, nine, 3, 1, 1), -2.0 - 2 - 4 + 5 + 6 + 8 + 18);
  Convolution flipped = emboss;
  flipped.flip = true;
  EXPECT_EQ(at(flipped, nine, 3, 1, 1), 2.0 + 2 + 4 + 5 - 6 - 8 - 18);
  Convolution row = stencil({1, 2, 4}, 3, 1);
  EXPECT_EQ(at(row, {1, 10, 100}, 3, 1, 0), 421.0);
  row.flip = true;
  EXPECT_EQ(at(row, {1, 10, 100}, 3, 1, 0), 124.0);
  EXPECT_EQ(at(stencil({1, 2, 4}, 1, 3), {1, 10, 100}, 1, 0, 1), 421.0);
}

TEST(ReferenceConvolution, ScaleAndOffset) {
  Convolution filter = emboss;
  filter.scale = 0.5f;
  filter.offset = 3;
  EXPECT_EQ(at(filter, nine, 3, 1, 1), 17.5);
}

TEST(ReferenceConvolution, TapsWithoutPartCountNothing) {
  const std::vector<float> row{nan, 1, 3, 7};
  const std::vector<std::uint8_t> mask{1, 1, 1, 0};
  Convolution filter = stencil({1, 1, 1}, 3, 1);
  filter.offset = 100;
  const Result result = run(filter, {.image = f32_view(row, 4, 1), .mask = u8_view(mask, 4, 1)});
  EXPECT_EQ(result.copied, (std::vector<bool>{true, false, false, true}));
  EXPECT_EQ(result.samples.at(1, 0, 0), 104.0);
  EXPECT_EQ(result.samples.at(2, 0, 0), 104.0);
  EXPECT_EQ(result.samples.at(3, 0, 0), 7.0);
  filter.invalid = 3.0f;
  EXPECT_EQ(at(filter, {1, 3, 5}, 3, 0, 0), 101.0);
}

TEST(ReferenceConvolution, CopyLooksAtTheKernel) {
  Convolution filter = stencil({1, 1, 1}, 3, 1);
  filter.border = Border::copy;
  const Result result = run(filter, {.image = f32_view(nine, 3, 3)});
  EXPECT_EQ(result.copied,
            (std::vector<bool>{true, false, true, true, false, true, true, false, true}));
}

TEST(ReferenceConvolution, AlphaAsAsked) {
  const std::vector<float> pixels{1, 10, 2, 20};
  Convolution filter = stencil({1, 1, 1}, 3, 1);
  filter.offset = 5;
  const Inputs inputs{.image = f32_view(pixels, 2, 1, 2, true)};
  const Result kept = run(filter, inputs);
  EXPECT_EQ(kept.samples.values, (std::vector<double>{8, 10, 8, 20}));
  EXPECT_EQ(kept.copied, (std::vector<bool>{false, true, false, true}));
  filter.alpha = Alpha::filter;
  EXPECT_EQ(run(filter, inputs).samples.values, (std::vector<double>{8, 35, 8, 35}));
}

TEST(ReferenceConvolution, GrayOfThreeColours) {
  const std::vector<float> pixels{1, 2, 3, 7, 10, 20, 30, 8};  // two pixels, RGB and alpha
  Convolution filter = stencil({1, 1, 1}, 3, 1);
  filter.gray = true;
  const Result result = run(filter, {.image = f32_view(pixels, 2, 1, 4, true)});
  const double first = 0.299 + 0.587 * 2 + 0.114 * 3;
  EXPECT_EQ(result.samples.channels, 2);
  EXPECT_NEAR(result.samples.at(0, 0, 0), first * 11, 1e-12);
  EXPECT_EQ(result.samples.at(0, 0, 1), 7.0);
  EXPECT_EQ(result.copied, (std::vector<bool>{false, true, false, true}));
  const Result one = run(filter, {.image = f32_view(nine, 3, 3)});
  EXPECT_EQ(one.samples.channels, 1);
  EXPECT_EQ(one.samples.at(1, 0, 0), 6.0);
}

TEST(ReferenceConvolution, UnchangedGrayIsNotACopy) {
  const std::vector<std::uint8_t> pixels{10, 20, 30, 77, 40, 50, 60, 88}, mask{0, 1};
  ConstImageView view = u8_view(pixels, 2, 1, 4);
  view.alpha = true;
  Convolution filter = stencil({0, 1, 0}, 3, 1);
  filter.gray = true;
  const Result result = run(filter, {.image = view, .mask = u8_view(mask, 2, 1)});
  EXPECT_EQ(result.copied, (std::vector<bool>{false, true, false, true}));
  const Image out = rounded(result, view);  // 18.15, 48.15
  EXPECT_EQ(out.channels(), 2);
  const int expected[] = {18, 77, 48, 88};
  for (int x = 0; x < 2; ++x)
    for (int c = 0; c < 2; ++c)
      EXPECT_EQ(std::to_integer<int>(*out.view().at(x, 0, c)), expected[2 * x + c]);
}

TEST(ReferenceConvolution, ResultsAreClampedWhenTheyAreRounded) {
  const std::vector<std::uint8_t> row{10, 200};
  Convolution filter = stencil({-1, 2, -1}, 3, 1);
  const Result result = run(filter, {.image = u8_view(row, 2, 1)});
  EXPECT_NEAR(result.samples.at(0, 0, 0), -180.0 / 255, 1e-15);
  const Image out = rounded(result, u8_view(row, 2, 1));
  EXPECT_EQ(*out.view().at(0, 0), std::byte{0});
  EXPECT_EQ(*out.view().at(1, 0), std::byte{255});
}

TEST(ReferenceSeparableConvolution, ProductOfRowAndColumn) {
  SeparableConvolution filter{.row = {1, 2, 4}, .column = {1, 10, 100}, .border = Border::shrink};
  EXPECT_EQ(at(filter, nine, 3, 1, 1), 17.0 + 10 * 38 + 100 * 59);
  filter.flip = true;
  EXPECT_EQ(at(filter, nine, 3, 1, 1), 100.0 * 11 + 10 * 32 + 53);
  filter.flip = false;
  filter.scale = 0.5f;
  filter.offset = 1;
  EXPECT_EQ(at(filter, nine, 3, 0, 0), 1 + 0.5 * (10 * (2 * 1 + 4 * 2) + 100 * (2 * 4 + 4 * 5)));
}

TEST(ReferenceSeparableConvolution, SidesMayDiffer) {
  const SeparableConvolution filter{.row = {1}, .column = {1, 0, 3}, .border = Border::shrink};
  EXPECT_EQ(at(filter, nine, 3, 0, 1), 1.0 + 3 * 7);
  EXPECT_EQ(at(filter, nine, 3, 2, 2), 6.0);
}

}  // namespace
}  // namespace selvage::reference
