// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/images/tile_loader.hpp"

#include <gmock/gmock.h>

#include <limits>

#include "backends/cpu/images/test_images.hpp"
#include "core/colour.hpp"

namespace selvage::cpu {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

Pass pass_of(const Bilateral& filter, PixelType reads) {
  return {.name = "bilateral", .step = filter, .reads = reads, .writes = reads};
}

// One image, and a loader for it.
template <class Real>
struct Loading {
  Loading(const Bilateral& filter, const ConstImageView& view, const ConstImageView& mask = {},
          Real distance_scale = 1)
      : source{view, mask, Frame::whole(view.width, view.height)},
        loader(pass_of(filter, view.type),
               {.filter = filter,
                .type = view.type,
                .channels = view.channels,
                .alpha = view.alpha,
                .mask = static_cast<bool>(mask)},
               distance_scale) {}

  // Columns x..x + pixels - 1 of row y, plane after plane.
  std::vector<Real> row(int x, int y, int pixels) {
    const auto planes = static_cast<std::size_t>(loader.layout().planes());
    std::vector<Real> out(planes * static_cast<std::size_t>(pixels));
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
class Loader : public ::testing::Test {
 protected:
  using Load = Loading<Real>;
};
using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Loader, Reals);

Image four_by_two() {
  return image_of<std::uint8_t>(PixelType::u8, 4, 2, 1, {1, 2, 3, 4, 5, 6, 7, 8});
}

TYPED_TEST(Loader, BordersToTheLeftAndRight) {
  const Image image = four_by_two();
  const auto row = [&](Border border) {
    return
        typename TestFixture::Load({.border = border, .border_value = 0.2f}, image).row(-5, 0, 14);
  };
  EXPECT_THAT(row(Border::reflect101), ElementsAre(2, 3, 4, 3, 2, 1, 2, 3, 4, 3, 2, 1, 2, 3));
  EXPECT_THAT(row(Border::reflect), ElementsAre(4, 4, 3, 2, 1, 1, 2, 3, 4, 4, 3, 2, 1, 1));
  EXPECT_THAT(row(Border::clamp), ElementsAre(1, 1, 1, 1, 1, 1, 2, 3, 4, 4, 4, 4, 4, 4));
  EXPECT_THAT(row(Border::wrap), ElementsAre(4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1));
  EXPECT_THAT(row(Border::constant),
              ElementsAre(51, 51, 51, 51, 51, 1, 2, 3, 4, 51, 51, 51, 51, 51));
}

TYPED_TEST(Loader, BordersAboveAndBelow) {
  const Image image = four_by_two();
  const auto column = [&](Border border) {
    typename TestFixture::Load loading({.border = border, .border_value = 1}, image);
    std::vector<TypeParam> values;
    for (int y = -3; y < 5; ++y) values.push_back(loading.row(0, y, 1)[0]);
    return values;
  };
  EXPECT_THAT(column(Border::reflect101), ElementsAre(5, 1, 5, 1, 5, 1, 5, 1));
  EXPECT_THAT(column(Border::reflect), ElementsAre(5, 5, 1, 1, 5, 5, 1, 1));
  EXPECT_THAT(column(Border::clamp), ElementsAre(1, 1, 1, 1, 5, 5, 5, 5));
  EXPECT_THAT(column(Border::wrap), ElementsAre(5, 1, 5, 1, 5, 1, 5, 1));
  EXPECT_THAT(column(Border::constant), ElementsAre(255, 255, 255, 1, 5, 255, 255, 255));
}

TYPED_TEST(Loader, ShrinkAndCopyLeaveHolesOutside) {
  const Image image = four_by_two();
  for (const Border border : {Border::shrink, Border::copy}) {
    typename TestFixture::Load loading({.border = border}, image);
    const auto hole = loading.loader.hole();
    EXPECT_GE(hole, 1e18);
    EXPECT_THAT(loading.row(-2, 1, 8), ElementsAre(hole, hole, 5, 6, 7, 8, hole, hole));
    EXPECT_THAT(loading.row(0, -1, 4), Each(hole));
    EXPECT_THAT(loading.row(0, 2, 4), Each(hole));
    EXPECT_THAT(loading.row(50, 0, 4), Each(hole));
    EXPECT_THAT(loading.row(-50, 0, 4), Each(hole));
  }
}

TYPED_TEST(Loader, RowsThatLieOutsideAltogether) {
  const Image image = four_by_two();
  typename TestFixture::Load loading({.border = Border::clamp}, image);
  EXPECT_THAT(loading.row(50, 0, 3), ElementsAre(4, 4, 4));
  EXPECT_THAT(loading.row(-50, 1, 3), ElementsAre(5, 5, 5));
}

TYPED_TEST(Loader, EveryTypeInStoredUnits) {
  const Image u16 = image_of<std::uint16_t>(PixelType::u16, 3, 1, 1, {0, 300, 65535});
  EXPECT_THAT(typename TestFixture::Load({}, u16).row(0, 0, 3), ElementsAre(0, 300, 65535));
  const Image f16 = image_of<Half>(PixelType::f16, 3, 1, 1, {0.5f, -3, 65504});
  EXPECT_THAT(typename TestFixture::Load({}, f16).row(0, 0, 3), ElementsAre(0.5, -3, 65504));
  const Image f32 = image_of<float>(PixelType::f32, 3, 1, 1, {0.1f, -1e18f, 3});
  EXPECT_THAT(typename TestFixture::Load({}, f32).row(0, 0, 3), ElementsAre(0.1f, -1e18f, 3));
}

TYPED_TEST(Loader, TheConstantIsRoundedToTheType) {
  const Bilateral filter{.border = Border::constant, .border_value = 0.3f};  // 76.500003 of 255
  const Image u8 = image_of<std::uint8_t>(PixelType::u8, 1, 1, 1, {0});
  EXPECT_EQ(typename TestFixture::Load(filter, u8).row(1, 0, 1)[0], 77);
  const Image f16 = image_of<Half>(PixelType::f16, 1, 1, 1, {0});
  EXPECT_EQ(typename TestFixture::Load(filter, f16).row(1, 0, 1)[0], to_float(to_half(0.3f)));
}

TYPED_TEST(Loader, InLaterPassesTheConstantIsTheFirstImages) {
  const Bilateral filter{.border = Border::constant, .border_value = 0.3f};
  const TileLoader<TypeParam> loader(pass_of(filter, PixelType::f32),
                                     {.filter = filter, .type = PixelType::u8}, 1);
  const Image between = image_of<float>(PixelType::f32, 1, 1, 1, {0});
  TypeParam value = 0;
  std::uint8_t valid = 0;
  loader.load_row({between, {}, Frame::whole(1, 1)}, 1, 0, 1, &value, 1, &valid);
  EXPECT_EQ(value, 77.0f / 255.0f);
}

TYPED_TEST(Loader, AnyLayout) {
  Image image = image_of<std::uint16_t>(PixelType::u16, 3, 2, 2,
                                        {10, 20, 11, 21, 12, 22, 30, 40, 31, 41, 32, 42});
  const auto rows = [](const ConstImageView& v) {
    return typename TestFixture::Load({.border = Border::clamp}, v).row(-1, 0, 5);
  };
  EXPECT_THAT(rows(image), ElementsAre(10, 10, 11, 12, 12, 20, 20, 21, 22, 22));
  ImageView flipped = image.view();
  flipped.data = flipped.at(2, 1);
  flipped.stride.pixel *= -1;
  flipped.stride.row *= -1;
  EXPECT_THAT(rows(flipped), ElementsAre(32, 32, 31, 30, 30, 42, 42, 41, 40, 40));
  Image planar = image_of<std::uint16_t>(PixelType::u16, 3, 2, 2,
                                         {10, 11, 12, 30, 31, 32, 20, 21, 22, 40, 41, 42});
  ImageView planes = planar.view();
  planes.stride = planar_strides(PixelType::u16, 3, 2, 2);
  EXPECT_THAT(rows(planes), ElementsAre(10, 10, 11, 12, 12, 20, 20, 21, 22, 22));
}

TYPED_TEST(Loader, AViewSomewhereInTheWhole) {
  const Image image = four_by_two();  // columns 5..8, rows 7..8 of 100x9
  typename TestFixture::Load loading({.border = Border::clamp}, image);
  loading.source.frame = {.width = 100, .height = 9, .x = 5, .y = 7, .compute = {6, 8, 1, 1}};
  EXPECT_THAT(loading.row(5, 8, 4), ElementsAre(5, 6, 7, 8));
  EXPECT_THAT(loading.row(6, 9, 2), ElementsAre(6, 7));  // below the whole: clamped
}

TYPED_TEST(Loader, AlphaThatIsKeptIsNotLoaded) {
  Image image = image_of<std::uint8_t>(PixelType::u8, 2, 1, 2, {1, 100, 2, 200});
  ImageView view = image.view();
  view.alpha = true;
  EXPECT_THAT(typename TestFixture::Load({}, view).row(0, 0, 2), ElementsAre(1, 2));
  EXPECT_THAT(typename TestFixture::Load({.alpha = Alpha::filter}, view).row(0, 0, 2),
              ElementsAre(1, 2, 100, 200));
}

TYPED_TEST(Loader, DistanceScaleIsForDistancesAlone) {
  const Image image = image_of<std::uint8_t>(PixelType::u8, 1, 1, 3, {10, 20, 30});
  typename TestFixture::Load l2({}, image, {}, 0.5);
  EXPECT_THAT(l2.row(0, 0, 1), ElementsAre(5, 10, 15));
  EXPECT_EQ(l2.loader.value_scale(), 0.5);
  typename TestFixture::Load luma_norm({.norm = Norm::luma}, image, {}, 0.5);
  const auto planes = luma_norm.row(0, 0, 1);
  ASSERT_EQ(planes.size(), 4u);
  EXPECT_FLOAT_EQ(static_cast<float>(planes[0]), static_cast<float>(0.5 * luma(10, 20, 30)));
  EXPECT_THAT(std::vector(planes.begin() + 1, planes.end()), ElementsAre(10, 20, 30));
  EXPECT_EQ(luma_norm.loader.value_scale(), 1);
  EXPECT_EQ(luma_norm.loader.value_plane(2), 3);
}

TYPED_TEST(Loader, LabPlanes) {
  const Image u8 = image_of<std::uint8_t>(PixelType::u8, 1, 1, 3, {255, 0, 0});
  const Image f32 = image_of<float>(PixelType::f32, 1, 1, 3, {1, 0, 0});
  for (const Image* image : {&u8, &f32}) {
    const auto planes = typename TestFixture::Load({.norm = Norm::lab}, *image).row(0, 0, 1);
    ASSERT_EQ(planes.size(), 6u);
    EXPECT_NEAR(planes[0], 0.5324, 1e-4);
    EXPECT_NEAR(planes[1], 0.8009, 1e-4);
    EXPECT_NEAR(planes[2], 0.6720, 1e-4);
    EXPECT_EQ(planes[3], static_cast<TypeParam>(full_scale(image->type())));
  }
}

TYPED_TEST(Loader, PlainIntegersHaveNoHoles) {
  const Image image = four_by_two();
  EXPECT_FALSE(typename TestFixture::Load({}, image).loader.may_have_holes());
  EXPECT_TRUE(typename TestFixture::Load({.invalid = 0}, image).loader.may_have_holes());
  EXPECT_TRUE(typename TestFixture::Load({}, image, image).loader.may_have_holes());
}

TYPED_TEST(Loader, NanAndInfinityAreHolesInEveryPlane) {
  Image image = image_of<float>(PixelType::f32, 4, 1, 2, {1, nan, 2, 3, -infinity, 4, 5, 6});
  for (const Norm norm : {Norm::l2, Norm::per_channel}) {
    typename TestFixture::Load loading({.norm = norm}, image);
    const auto hole = loading.loader.hole();
    EXPECT_THAT(loading.row(0, 0, 4), ElementsAre(hole, 2, hole, 5, hole, 3, hole, 6));
    EXPECT_THAT(loading.valid, ElementsAre(0, 1, 0, 1));
  }
}

TYPED_TEST(Loader, ABadAlphaSpoilsThePixelThatKeepsIt) {
  Image image = image_of<Half>(PixelType::f16, 3, 1, 2, {1, nan, 2, 3, 4, infinity});
  ImageView view = image.view();
  view.alpha = true;
  typename TestFixture::Load loading({.border = Border::reflect101}, view);
  const auto hole = loading.loader.hole();
  EXPECT_THAT(loading.row(-2, 0, 5), ElementsAre(hole, 2, hole, 2, hole));
  EXPECT_THAT(loading.valid, ElementsAre(0, 1, 0, 1, 0));
}

TYPED_TEST(Loader, HolesAreZeroInValuePlanes) {
  const Image image = image_of<float>(PixelType::f32, 2, 1, 3, {1, nan, 1, 0.5f, 0.5f, 0.5f});
  typename TestFixture::Load loading({.norm = Norm::lab}, image);
  const auto planes = loading.row(0, 0, 2);
  for (std::size_t p = 0; p < 3; ++p) EXPECT_EQ(planes.at(2 * p), loading.loader.hole());
  for (std::size_t p = 3; p < 6; ++p) EXPECT_EQ(planes.at(2 * p), 0);
  EXPECT_EQ(planes.at(7), 0.5f);
}

TYPED_TEST(Loader, InvalidNeedsAllColourChannels) {
  const Image image = image_of<std::uint8_t>(PixelType::u8, 3, 1, 2, {51, 51, 51, 0, 0, 51});
  typename TestFixture::Load loading({.invalid = 0.2f}, image, {}, 0.25);
  (void)loading.row(0, 0, 3);
  EXPECT_THAT(loading.valid, ElementsAre(0, 1, 1));
}

TYPED_TEST(Loader, InvalidIgnoresAlpha) {
  Image image = image_of<std::uint8_t>(PixelType::u8, 2, 1, 2, {0, 9, 9, 0});
  ImageView view = image.view();
  view.alpha = true;
  for (const Alpha alpha : {Alpha::keep, Alpha::filter}) {
    typename TestFixture::Load loading({.alpha = alpha, .invalid = 0}, view);
    (void)loading.row(0, 0, 2);
    EXPECT_THAT(loading.valid, ElementsAre(0, 1));
  }
}

TYPED_TEST(Loader, TheConstantMayItselfBeInvalid) {
  const Image image = image_of<std::uint8_t>(PixelType::u8, 1, 1, 1, {9});
  typename TestFixture::Load loading({.border = Border::constant, .invalid = 0}, image);
  (void)loading.row(-1, 0, 3);
  EXPECT_THAT(loading.valid, ElementsAre(0, 1, 0));
  (void)loading.row(-1, -1, 3);
  EXPECT_THAT(loading.valid, ElementsAre(0, 0, 0));
}

TYPED_TEST(Loader, TheMaskFollowsTheBorder) {
  const Image image = image_of<std::uint8_t>(PixelType::u8, 3, 1, 1, {1, 2, 3});
  const Image mask = image_of<std::uint8_t>(PixelType::u8, 3, 1, 1, {1, 0, 255});
  typename TestFixture::Load reflecting({.border = Border::reflect101}, image, mask);
  (void)reflecting.row(-2, 0, 7);
  EXPECT_THAT(reflecting.valid, ElementsAre(1, 0, 1, 0, 1, 0, 1));
  typename TestFixture::Load constant({.border = Border::constant, .border_value = 1}, image, mask);
  (void)constant.row(-2, 0, 7);  // nothing outside is masked
  EXPECT_THAT(constant.valid, ElementsAre(1, 1, 1, 0, 1, 1, 1));
}

}  // namespace
}  // namespace selvage::cpu
