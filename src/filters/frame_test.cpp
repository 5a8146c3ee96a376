// SPDX-License-Identifier: Apache-2.0
#include "selvage/frame.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <limits>
#include <string>

#include "core/border.hpp"
#include "core/test_errors.hpp"
#include "core/views.hpp"

namespace selvage {
namespace {

using ::testing::HasSubstr;

constexpr Border all_borders[] = {Border::reflect101, Border::reflect, Border::clamp, Border::wrap,
                                  Border::constant,   Border::shrink,  Border::copy};

ConstImageView image(int width, int height) {
  return interleaved(static_cast<const void*>(nullptr), PixelType::u8, width, height);
}

// Returns a frame of the part `held` of a 100x80 image with the rectangle `compute` to compute.
Frame frame_of(Rect held, Rect compute) {
  return {.width = 100, .height = 80, .x = held.x, .y = held.y, .compute = compute};
}

void check(Rect held, Rect compute, Border border, int halo) {
  check_frame(frame_of(held, compute), image(held.width, held.height), border, halo);
}

Error refused(Rect held, Rect compute, Border border, int halo) {
  const Error error = error_of([&] { check(held, compute, border, halo); });
  EXPECT_EQ(error.code(), Errc::invalid_argument);
  EXPECT_THAT(error.what(), ::testing::StartsWith("frame: "));
  return error;
}

TEST(Frame, WholeAndRegion) {
  EXPECT_EQ(Frame::whole(7, 5), (Frame{.width = 7, .height = 5, .compute = {0, 0, 7, 5}}));
  EXPECT_EQ(Frame::region(7, 5, {1, 2, 3, 2}),
            (Frame{.width = 7, .height = 5, .compute = {1, 2, 3, 2}}));
}

TEST(CheckFrame, TheWholeImageIsAlwaysEnough) {
  for (const Border border : all_borders)
    for (const int halo : {0, 1, 79, 4096, 4'096'000}) {
      EXPECT_NO_THROW(check({0, 0, 100, 80}, {0, 0, 100, 80}, border, halo));
      EXPECT_NO_THROW(check({0, 0, 100, 80}, {99, 79, 1, 1}, border, halo));
    }
}

TEST(CheckFrame, AnExactHaloIsEnoughAndOnePixelLessIsNot) {
  for (const Border border : all_borders) {
    EXPECT_NO_THROW(check({37, 27, 16, 16}, {40, 30, 10, 10}, border, 3));
    EXPECT_THAT(refused({38, 27, 15, 16}, {40, 30, 10, 10}, border, 3).what(),
                HasSubstr("1 columns and 0 rows of pixels are missing"));
    EXPECT_THAT(refused({37, 27, 15, 16}, {40, 30, 10, 10}, border, 3).what(),
                HasSubstr("1 columns and 0 rows"));
    EXPECT_THAT(refused({37, 28, 16, 14}, {40, 30, 10, 10}, border, 3).what(),
                HasSubstr("0 columns and 2 rows"));
  }
  EXPECT_THAT(refused({40, 30, 10, 10}, {40, 30, 10, 10}, Border::clamp, 3).hint(),
              HasSubstr("3 pixels around"));
}

TEST(CheckFrame, AtTheImagesEdgeTheBorderAnswers) {
  for (const Border border : all_borders) {
    if (border == Border::wrap) continue;
    EXPECT_NO_THROW(check({0, 0, 13, 13}, {0, 0, 10, 10}, border, 3)) << name(border);
    EXPECT_NO_THROW(check({87, 67, 13, 13}, {90, 70, 10, 10}, border, 3)) << name(border);
  }
}

TEST(CheckFrame, WrapReachesTheOtherSide) {
  EXPECT_THAT(refused({0, 0, 13, 13}, {0, 0, 10, 10}, Border::wrap, 3).what(),
              HasSubstr("87 columns and 67 rows"));
  EXPECT_NO_THROW(check({0, 0, 100, 80}, {0, 0, 10, 10}, Border::wrap, 3));
  EXPECT_NO_THROW(check({0, 0, 13, 13}, {3, 3, 7, 7}, Border::wrap, 3));
}

// A tap farther outside the image than the computed part is deep reflects beyond that part.
TEST(CheckFrame, ReflectionsDeeperThanTheHalo) {
  // Column 0 with a halo of 20 reads columns 0..20 either way.
  EXPECT_NO_THROW(check({0, 0, 21, 80}, {0, 0, 1, 80}, Border::reflect101, 20));
  EXPECT_THAT(refused({0, 0, 20, 80}, {0, 0, 1, 80}, Border::reflect101, 20).what(),
              HasSubstr("1 columns"));
  // The last row of an image of 80 with a halo of 90 reads all of it, and no more.
  EXPECT_NO_THROW(check({0, 0, 100, 80}, {0, 79, 100, 1}, Border::reflect, 90));
}

TEST(CheckFrame, TheRegionMustLieInside) {
  for (const Rect outside :
       {Rect{-1, 0, 5, 5}, Rect{0, -1, 5, 5}, Rect{96, 0, 5, 5}, Rect{0, 76, 5, 5},
        Rect{0, 0, 0, 5}, Rect{0, 0, 5, -5}, Rect{0, 0, 101, 80}})
    EXPECT_THAT(refused({0, 0, 100, 80}, outside, Border::clamp, 1).what(),
                HasSubstr("is not inside the image of 100x80"));
  EXPECT_THAT(refused({0, 0, 100, 80}, {90, 70, 20, 30}, Border::clamp, 1).what(),
              HasSubstr("region 90,70,20,30"));
}

TEST(CheckFrame, TheViewMustLieInside) {
  for (const Rect held :
       {Rect{-1, 0, 50, 50}, Rect{0, -1, 50, 50}, Rect{51, 0, 50, 50}, Rect{0, 31, 50, 50}})
    EXPECT_THAT(refused(held, {10, 10, 1, 1}, Border::clamp, 1).what(),
                HasSubstr("is not inside the whole of 100x80"));
}

TEST(CheckFrame, TheHaloMustBeCountable) {
  constexpr int most = std::numeric_limits<int>::max();
  const auto refusal = [](int side, int halo) {
    const Frame frame{
        .width = side, .height = 4, .x = side - 9, .y = 0, .compute = {side - 1, 0, 1, 4}};
    return error_of([&] { check_frame(frame, image(9, 4), Border::clamp, halo); });
  };
  EXPECT_THAT(refusal(most, 3).what(), HasSubstr("with 3 more around it"));
}

TEST(CheckFrame, EmptyImages) {
  const auto what = [](const Frame& frame) -> std::string {
    return error_of([&] { check_frame(frame, image(5, 5), Border::clamp, 1); }).what();
  };
  EXPECT_THAT(what({.width = 0, .height = 5}), HasSubstr("0x5"));
}

TEST(CheckFrame, SlicesMustLieInsideWithTheirHalo) {
  const auto what = [](int depth, int z, Slices slices, DepthHalo around,
                       Border border = Border::clamp) -> std::string {
    ConstImageView view = image(5, 5);
    view.depth = 3;
    Frame frame = Frame::whole(5, 5, depth);
    frame.z = z;
    frame.slices = slices;
    try {
      check_frame(frame, view, border, 0, around);
    } catch (const Error& e) {
      return e.what();
    }
    return {};
  };
  EXPECT_EQ(what(3, 0, {0, 3}, {7, 7}), "");
  EXPECT_EQ(what(9, 2, {3, 1}, {1, 1}), "");
  EXPECT_EQ(what(9, 6, {8, 1}, {2, 2}), "");
  EXPECT_EQ(what(9, 2, {4, 1}, {2, 0}, Border::wrap), "");
  EXPECT_THAT(what(9, 2, {3, 1}, {2, 1}), HasSubstr("1 slices are missing"));
  EXPECT_THAT(what(9, 2, {4, 1}, {2, 2}), HasSubstr("2 slices are missing"));
  EXPECT_THAT(what(9, 6, {8, 1}, {2, 2}, Border::wrap), HasSubstr("6 slices are missing"));
  EXPECT_THAT(what(0, 0, {0, 1}, {}), HasSubstr("depth 0"));
  EXPECT_THAT(what(3, 0, {2, 2}, {}), HasSubstr("slices 2..3 are not inside a depth of 3"));
  EXPECT_THAT(what(3, 0, {0, 0}, {}), HasSubstr("not inside"));
  EXPECT_THAT(what(3, 1, {1, 1}, {}), HasSubstr("3 slices from 1 on"));
}

TEST(NeededRect, IsTheComputedPartAndItsHalo) {
  const auto needed = [](Rect compute, Border border, int halo) {
    return needed_rect(Frame::region(100, 80, compute), border, {halo, halo});
  };
  EXPECT_EQ(needed({40, 30, 10, 5}, Border::clamp, 3), (Rect{37, 27, 16, 11}));
  EXPECT_EQ(needed({0, 0, 10, 5}, Border::shrink, 3), (Rect{0, 0, 13, 8}));
  EXPECT_EQ(needed({95, 78, 5, 2}, Border::reflect101, 3), (Rect{92, 75, 8, 5}));
  EXPECT_EQ(needed({0, 40, 1, 1}, Border::wrap, 3), (Rect{0, 37, 100, 7}));
  EXPECT_EQ(needed({0, 0, 100, 80}, Border::wrap, 3), (Rect{0, 0, 100, 80}));
  // Reflection of column -20 is column 20 (reflect101) or 19 (reflect).
  EXPECT_EQ(needed({0, 0, 1, 1}, Border::reflect101, 20), (Rect{0, 0, 21, 21}));
  EXPECT_EQ(needed({0, 0, 1, 1}, Border::constant, 500), (Rect{0, 0, 100, 80}));
}

// Compares with the border rule itself: the columns that the positions first - halo .. last + halo
// map to.
TEST(NeededRect, HoldsWhatTheBorderNames) {
  for (const Border border : all_borders)
    for (int n = 1; n <= 7; ++n)
      for (int first = 0; first < n; ++first)
        for (int last = first; last < n; ++last)
          for (int halo = 0; halo <= 20; ++halo) {
            int low = first, high = last;
            for (int i = first - halo; i <= last + halo; ++i) {
              const int column = border_index(i, n, border);
              if (column == outside) continue;
              low = std::min(low, column);
              high = std::max(high, column);
            }
            const Frame frame = Frame::region(n, 1, {first, 0, last - first + 1, 1});
            ASSERT_EQ(needed_rect(frame, border, {halo, halo}), (Rect{low, 0, high - low + 1, 1}))
                << name(border) << ' ' << n << ' ' << first << ' ' << last << ' ' << halo;
          }
}

TEST(NeededRect, OneColumnAnswersForItself) {
  for (const Border border : all_borders)
    EXPECT_EQ(needed_rect(Frame::whole(1, 9), border, {4096, 4096}), (Rect{0, 0, 1, 9}));
}

}  // namespace
}  // namespace selvage
