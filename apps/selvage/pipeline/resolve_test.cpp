// SPDX-License-Identifier: Apache-2.0
#include "pipeline/resolve.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "verbs/verbs.hpp"

namespace selvage::cli {
namespace {

Bilateral make_filter(const FilterOptions& options, PixelType type) {
  return std::get<Bilateral>(bilateral_verb.make(options, {.image = type, .guide = type}));
}

FilterOptions like_opencv() {
  FilterOptions options;
  options.like = Preset::opencv;
  return options;
}

TEST(Resolve, DefaultsAreTheLibrarys) {
  EXPECT_EQ(make_filter({}, PixelType::u8), Bilateral{});
  EXPECT_EQ(make_filter({}, PixelType::f32), Bilateral{});
}

TEST(Resolve, LikeOpencvIsOnePreset) {
  FilterOptions options = like_opencv();
  options.given.set("sigma_space", 5.0);
  options.given.set("sigma_range", Value{.number = 30});
  options.diameter = 15;
  const Bilateral expected{.sigma_space = 5.0f,
                           .sigma_range = static_cast<float>(30.0 / 255.0),
                           .radius = 7,
                           .window = Window::disc,
                           .norm = Norm::l1};
  EXPECT_EQ(make_filter(options, PixelType::u8), expected);
  EXPECT_EQ(make_filter(options, PixelType::u16).sigma_range, static_cast<float>(30.0 / 65535.0));
  EXPECT_EQ(make_filter(options, PixelType::f32).sigma_range, 30.0f);
}

TEST(Resolve, OpencvsRadiusRoundsTiesToEven) {
  const auto radius = [](double sigma_space, int diameter) {
    FilterOptions options = like_opencv();
    options.given.set("sigma_space", sigma_space);
    options.diameter = diameter;
    return *make_filter(options, PixelType::u8).radius;
  };
  EXPECT_EQ(radius(5.0, 0), 8);   // 7.5
  EXPECT_EQ(radius(3.0, -1), 4);  // 4.5
  EXPECT_EQ(radius(0.1, 0), 1);   // at least 1
  EXPECT_EQ(radius(3.0, 9), 4);
  EXPECT_EQ(radius(3.0, 8), 4);
  EXPECT_EQ(radius(3.0, 1), 1);
  EXPECT_EQ(radius(1e5, 0), 150000);  // the library refuses it
  EXPECT_EQ(radius(1e300, 0), std::numeric_limits<int>::max());
}

TEST(Resolve, GivenOptionsWinOverThePreset) {
  FilterOptions options = like_opencv();
  options.given.set("radius", 3);
  options.given.set("window", Window::square);
  options.given.set("border", Border::clamp);
  const Bilateral filter = make_filter(options, PixelType::u8);
  EXPECT_EQ(filter.radius, 3);
  EXPECT_EQ(filter.window, Window::square);
  EXPECT_EQ(filter.border, Border::clamp);
  EXPECT_EQ(filter.norm, Norm::l1);
}

TEST(Resolve, ValuesAreThoseThatTheFilesTypeCanHold) {
  FilterOptions options;
  options.given.set("invalid", Value{.number = 0.1});  // 25.5 of 255: the even neighbour is 26
  EXPECT_EQ(make_filter(options, PixelType::u8).invalid, static_cast<float>(26.0 / 255.0));
  EXPECT_EQ(make_filter(options, PixelType::f32).invalid, 0.1f);
}

TEST(Resolve, ValuesBesideTheFilesScaleAreRefused) {
  for (const double number : {-1.0, -0.001, 1.001, 300.0 / 255.0}) {
    FilterOptions invalid, border;
    invalid.given.set("invalid", Value{.number = number, .bare = false});
    border.given.set("border", Border::constant);
    border.given.set("border_value", Value{.number = number, .bare = false});
    for (const PixelType type : {PixelType::u8, PixelType::u16}) {
      EXPECT_THROW(make_filter(invalid, type), Error) << number;
      EXPECT_THROW(make_filter(border, type), Error) << number;
    }
    EXPECT_EQ(make_filter(invalid, PixelType::f32).invalid, static_cast<float>(number));
    EXPECT_EQ(make_filter(border, PixelType::f32).border_value, static_cast<float>(number));
  }
}

TEST(Resolve, TheRequestFollowsThePreset) {
  EngineChoice choice;
  EXPECT_FALSE(make_request(choice, Preset::none, PixelType::u8).exact);
  EXPECT_TRUE(make_request(choice, Preset::opencv, PixelType::u8).exact);
  choice.max_error = Value{.number = 0.001};
  EXPECT_FALSE(make_request(choice, Preset::opencv, PixelType::u8).exact);
  EXPECT_EQ(make_request(choice, Preset::opencv, PixelType::u8).max_error, 0.001);
}

TEST(Resolve, RegionsLieInside) {
  FilterOptions options;
  EXPECT_EQ(make_frame(options, 10, 20), Frame::whole(10, 20));
  options.region = Rect{2, 3, 8, 17};
  EXPECT_EQ(make_frame(options, 10, 20), Frame::region(10, 20, {2, 3, 8, 17}));
  for (const Rect& rect :
       {Rect{3, 3, 8, 17}, Rect{2, 4, 8, 17}, Rect{-1, 0, 1, 1}, Rect{0, 0, 0, 1},
        Rect{2147483647, 0, 1, 1}, Rect{1, 1, 2147483647, 1}}) {
    options.region = rect;
    EXPECT_THROW(make_frame(options, 10, 20), Error);
  }
}

}  // namespace
}  // namespace selvage::cli
