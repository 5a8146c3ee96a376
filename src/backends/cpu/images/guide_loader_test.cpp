// SPDX-License-Identifier: Apache-2.0
// Tests how TileLoader loads an image and its guide.
#include <gmock/gmock.h>

#include <limits>

#include "backends/cpu/images/test_images.hpp"
#include "backends/cpu/images/tile_loader.hpp"
#include "core/colour.hpp"

namespace selvage::cpu {
namespace {

using ::testing::ElementsAre;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

// An image, its guide, and a loader for both.
template <class Real>
struct Loading {
  Loading(const JointBilateral& filter, const ConstImageView& image, const ConstImageView& guide,
          bool split = false)
      : Loading(WindowMean(filter), image, guide, split) {}
  Loading(const WindowMean& step, const ConstImageView& image, const ConstImageView& guide,
          bool split = false)
      : source{image, {}, Frame::whole(image.width, image.height), guide},
        loader({.step = step, .reads = image.type, .writes = image.type},
               {.type = image.type,
                .channels = image.channels,
                .alpha = image.alpha,
                .shapes = {.image = image, .guide = guide}},
               1, {}, split) {}

  // Columns x..x + pixels - 1 of row y, plane after plane.
  std::vector<Real> row(int x, int y, int pixels) {
    const auto planes = static_cast<std::size_t>(loader.layout().planes());
    std::vector<Real> out(planes * static_cast<std::size_t>(pixels), Real{-7});
    valid.assign(static_cast<std::size_t>(pixels), 7);
    loader.load_row(source, x, y, pixels, out.data(), pixels, valid.data());
    return out;
  }

  Source source;
  TileLoader<Real> loader;
  std::vector<std::uint8_t> valid;  // of the last row
};

// The number types of both inner loops.
template <class Real>
class GuideLoader : public ::testing::Test {
 protected:
  using Load = Loading<Real>;
};
using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(GuideLoader, Reals);

Image bytes(std::initializer_list<float> samples, int channels = 1) {
  return image_of<std::uint8_t>(PixelType::u8, static_cast<int>(samples.size()) / channels, 1,
                                channels, samples);
}

TYPED_TEST(GuideLoader, AGuideOfAnotherTypeWithOtherChannels) {
  const Image image = bytes({1, 2, 3});
  const Image guide =
      image_of<std::uint16_t>(PixelType::u16, 3, 1, 2, {1000, 11, 2000, 12, 65535, 13});
  typename TestFixture::Load loading({.border = Border::clamp}, image, guide);
  EXPECT_FALSE(loading.loader.may_have_holes());
  EXPECT_EQ(loading.loader.value_plane(0), 2);
  EXPECT_EQ(loading.loader.value_scale(), 1);
  EXPECT_THAT(loading.row(-1, 0, 5), ElementsAre(1000, 1000, 2000, 65535, 65535,  //
                                                 11, 11, 12, 13, 13,              //
                                                 1, 1, 2, 3, 3));
}

TYPED_TEST(GuideLoader, AnyLayoutOfTheGuide) {
  const Image image = bytes({1, 2, 3});
  Image guide = bytes({10, 20, 11, 21, 12, 22}, 2);
  ImageView flipped = guide.view();
  flipped.data = flipped.at(2, 0);
  flipped.stride.pixel *= -1;
  EXPECT_THAT(typename TestFixture::Load(JointBilateral{}, image, flipped).row(0, 0, 3),
              ElementsAre(12, 11, 10, 22, 21, 20, 1, 2, 3));
}

TYPED_TEST(GuideLoader, TheConstantIsRoundedToTheTypeOfEach) {
  const Image image = bytes({9});
  const Image guide = image_of<Half>(PixelType::f16, 1, 1, 1, {0.5f});
  typename TestFixture::Load loading({.border = Border::constant, .border_value = 0.3f}, image,
                                     guide);
  const auto v = static_cast<TypeParam>(to_float(to_half(0.3f)));
  EXPECT_THAT(loading.row(-1, 0, 3), ElementsAre(v, 0.5, v, 77, 9, 77));
  EXPECT_THAT(loading.row(0, 1, 1), ElementsAre(v, 77));
}

TYPED_TEST(GuideLoader, AGuideMadeByThePassBeforeHasTheImagesConstant) {
  const Image image = bytes({9});
  const Image guide = image_of<float>(PixelType::f32, 1, 1, 1, {0.25f});
  typename TestFixture::Load loading(
      WindowMean(RollingGuidance{.border = Border::constant, .border_value = 0.3f}), image, guide);
  EXPECT_THAT(loading.row(0, 0, 2), ElementsAre(0.25, TypeParam{77.0f / 255.0f}, 9, 77));
}

TYPED_TEST(GuideLoader, ShrinkLeavesHolesOutside) {
  const Image image = bytes({1, 2}), guide = bytes({10, 20});
  typename TestFixture::Load loading({.border = Border::shrink}, image, guide);
  const auto hole = loading.loader.hole();
  EXPECT_THAT(loading.row(-1, 0, 4), ElementsAre(hole, 10, 20, hole, 0, 1, 2, 0));
  EXPECT_THAT(loading.row(0, 1, 2), ElementsAre(hole, hole, 0, 0));
}

TYPED_TEST(GuideLoader, HolesOfTheGuide) {
  const Image image = bytes({1, 2, 3, 4});
  Image guide = image_of<float>(PixelType::f32, 4, 1, 2, {1, 1, nan, 1, 2, infinity, 3, 1});
  typename TestFixture::Load loading(JointBilateral{}, image, guide);
  EXPECT_TRUE(loading.loader.may_have_holes());
  const auto hole = loading.loader.hole();
  EXPECT_THAT(loading.row(0, 0, 4), ElementsAre(1, hole, hole, 3, 1, hole, hole, 1, 1, 0, 0, 4));
  EXPECT_THAT(loading.valid, ElementsAre(1, 0, 0, 1));
}

// The channel takes no part in distances, but makes the pixel invalid.
TYPED_TEST(GuideLoader, AlphaOfTheGuide) {
  const Image image = bytes({1, 2, 3});
  Image guide = image_of<float>(PixelType::f32, 3, 1, 2, {1, 1, 2, nan, 3, 1});
  ImageView view = guide.view();
  view.alpha = true;
  typename TestFixture::Load loading(JointBilateral{}, image, view);
  EXPECT_THAT(loading.row(0, 0, 3), ElementsAre(1, loading.loader.hole(), 3, 1, 0, 3));
  EXPECT_THAT(loading.valid, ElementsAre(1, 0, 1));
}

TYPED_TEST(GuideLoader, HolesOfTheImage) {
  const Image image = bytes({0, 7, 7, 0, 0, 0}, 2), guide = bytes({10, 20, 30});
  typename TestFixture::Load loading({.invalid = 0}, image, guide);
  EXPECT_THAT(loading.row(0, 0, 3), ElementsAre(10, 20, loading.loader.hole(), 0, 7, 0, 7, 0, 0));
  EXPECT_THAT(loading.valid, ElementsAre(1, 1, 0));
}

TYPED_TEST(GuideLoader, PerChannelHasAGroupForEach) {
  const Image image = image_of<float>(PixelType::f32, 2, 1, 3, {1, 2, 3, nan, 5, 6});
  const Image guide = bytes({10, 20, 30, 40, 50, 60}, 3);
  typename TestFixture::Load loading({.norm = Norm::per_channel}, image, guide);
  const auto hole = loading.loader.hole();
  EXPECT_EQ(loading.loader.layout().groups, 3);
  EXPECT_EQ(loading.loader.value_plane(2), 5);
  EXPECT_THAT(loading.row(0, 0, 2), ElementsAre(10, hole, 1, 0, 20, hole, 2, 0, 30, hole, 3, 0));
  const Image gray = bytes({7, 8});
  EXPECT_THAT(typename TestFixture::Load({.norm = Norm::per_channel}, image, gray).row(0, 0, 1),
              ElementsAre(7, 1, 2, 3));
}

TYPED_TEST(GuideLoader, ColoursOfTheGuideInItsOwnScale) {
  const Image image = image_of<float>(PixelType::f32, 1, 1, 1, {0.5f});
  const Image guide = bytes({255, 0, 0}, 3);
  const auto red = typename TestFixture::Load({.norm = Norm::lab}, image, guide).row(0, 0, 1);
  ASSERT_EQ(red.size(), 4u);
  EXPECT_NEAR(red[0], 0.5324, 1e-4);
  EXPECT_NEAR(red[1], 0.8009, 1e-4);
  EXPECT_NEAR(red[2], 0.6720, 1e-4);
  EXPECT_EQ(red[3], 0.5);
  typename TestFixture::Load split({.norm = Norm::luma}, image, guide, true);
  const auto gray = split.row(0, 0, 1);
  ASSERT_EQ(gray.size(), 3u);
  EXPECT_NEAR(double{gray[0]} + double{gray[1]}, luma(255, 0, 0), 1e-12);
  EXPECT_EQ(gray[2], 0.5);
}

// Longer than one block of the conversion.
TYPED_TEST(GuideLoader, LongRowsOfColours) {
  Image image(PixelType::u8, 150, 1, 1), guide(PixelType::f32, 150, 1, 3);
  for (int x = 0; x < 150; ++x) {
    *image.view().at(x, 0) = std::byte{1};
    for (int c = 0; c < 3; ++c)
      write_sample(guide.view().at(x, 0, c), x == 140 && c == 2 ? nan : static_cast<float>(x));
  }
  typename TestFixture::Load loading({.norm = Norm::luma}, image, guide);
  const auto row = loading.row(0, 0, 150);
  for (const int x : {0, 63, 64, 127, 128, 149})
    EXPECT_NEAR(row.at(static_cast<std::size_t>(x)), x, 1e-4);
  EXPECT_EQ(row.at(140), loading.loader.hole());
  EXPECT_EQ(loading.valid.at(140), 0);
  EXPECT_EQ(loading.valid.at(139), 1);
}

TYPED_TEST(GuideLoader, WithoutARangeOnePlaneSaysWhatTakesPart) {
  const Image image = image_of<float>(PixelType::f32, 3, 1, 2, {1, 10, nan, 20, 3, 30});
  typename TestFixture::Load loading(WindowMean(Box{.border = Border::shrink}), image, {});
  const auto hole = loading.loader.hole();
  EXPECT_THAT(loading.row(-1, 0, 5),
              ElementsAre(hole, 0, hole, 0, hole, 0, 1, 0, 3, 0, 0, 10, 0, 30, 0));
  EXPECT_THAT(loading.row(0, 5, 1), ElementsAre(hole, 0, 0));
}

TYPED_TEST(GuideLoader, AGuidePixelUnderAHole) {
  const Image image = image_of<float>(PixelType::f32, 2, 1, 1, {nan, nan});
  const Image guide = image_of<float>(PixelType::f32, 2, 1, 2, {4, 5, 6, nan});
  typename TestFixture::Load loading(JointBilateral{}, image, guide);
  TypeParam planes[3] = {};
  EXPECT_TRUE(loading.loader.load_guide_pixel(loading.source, 0, 0, planes));
  EXPECT_EQ(planes[0], 4);
  EXPECT_EQ(planes[1], 5);
  EXPECT_FALSE(loading.loader.load_guide_pixel(loading.source, 1, 0, planes));
  EXPECT_THAT(loading.row(0, 0, 2),
              ElementsAre(loading.loader.hole(), loading.loader.hole(), loading.loader.hole(),
                          loading.loader.hole(), 0, 0));
}

}  // namespace
}  // namespace selvage::cpu
