// SPDX-License-Identifier: Apache-2.0
#include "check/error.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "images/input_images.hpp"
#include "images/scene.hpp"
#include "reference/bilateral.hpp"
#include "reference/reference.hpp"

namespace selvage::bench {
namespace {

const Bilateral filter{.sigma_space = 2.0f, .radius = 3};

Image picture(PixelType type, int channels, const Size& size) {
  return make_scene(Scene::photos, "", {type, channels}, size);
}

Image right_result(const Image& input) {
  return reference::rounded(reference::bilateral(filter, input), input);
}

TEST(Judge, AcceptsTheRoundedReference) {
  const Image input = picture(PixelType::u8, 3, {140, 90});
  const Error255 error = judge(filter, {.image = input}, right_result(input));
  EXPECT_GT(error.max, 0.0);
  EXPECT_LE(error.max, 0.5 + 1e-9);
  EXPECT_EQ(error.differ_percent, 0.0);
}

TEST(Judge, SeesOneWrongSampleInTheMiddleAndInEveryCorner) {
  const Image input = picture(PixelType::u8, 3, {140, 90});
  const int places[][2] = {{70, 45}, {0, 0}, {139, 0}, {0, 89}, {139, 89}};
  for (const auto& place : places) {
    Image output = right_result(input);
    std::byte& sample = *output.view().at(place[0], place[1], 1);
    sample ^= std::byte{64};
    const Error255 error = judge(filter, {.image = input}, output);
    EXPECT_GE(error.max, 63.0) << place[0] << ", " << place[1];
    EXPECT_GT(error.differ_percent, 0.0);
  }
}

// Of a flat image, whose result is the image itself. The parts are 10 x 6 pixels in the middle and
// 4 x 2 in the corners.
TEST(Judge, SeesWrongSamplesOfALargeWindow) {
  Image image(PixelType::u8, 48, 30, 1);
  std::memset(image.view().data, 100, image.bytes());
  const Expected expected({Bilateral{.sigma_space = 85.0f, .radius = 256}},
                          {.image = image.view()});
  EXPECT_LE(expected.judge(image).max, 1e-9);
  const int places[][2] = {{24, 15}, {0, 0}, {47, 0}, {0, 29}, {47, 29}};
  for (const auto& place : places) {
    std::byte& sample = *image.view().at(place[0], place[1]);
    sample ^= std::byte{64};
    EXPECT_GE(expected.judge(image).max, 63.0) << place[0] << ", " << place[1];
    sample ^= std::byte{64};
  }
}

TEST(Judge, TakesANanForAnInfiniteError) {
  const Image input = picture(PixelType::f32, 1, {40, 30});
  Image output = right_result(input);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  std::memcpy(output.view().at(20, 15), &nan, sizeof nan);
  EXPECT_EQ(judge(filter, {.image = input}, output).max, std::numeric_limits<double>::infinity());
}

TEST(Judge, ImagesMayBeSmallerThanWhatItLooksAt) {
  const Image input = picture(PixelType::u8, 1, {5, 1});
  EXPECT_LE(judge(filter, {.image = input}, right_result(input)).max, 0.5 + 1e-9);
}

// Filters that read more than an image, and images of other sizes than the result.
TEST(Judge, EveryFilterIsComparedWithItsReference) {
  for (const char* text : {R"({"filter": "joint", "fields": {"radius": 3}})",
                           R"({"filter": "geometry", "fields": {"radius": 3}})",
                           R"({"filter": "rolling", "fields": {"radius": 2}})",
                           R"({"filter": "upsampling", "fields": {"radius": 2}, "reduction": 4})",
                           R"({"filter": "convolve", "fields": {"side": 5}})"}) {
    auto object = nlohmann::json::parse(text);
    object["size"] = "224x160";
    const Case c = case_of(object);
    const InputImages made = make_inputs(c, "");
    Image output = reference::rounded(reference::run(c.filter, made.views()), made.image);
    EXPECT_LE(judge(c.filter, made.views(), output).max, 0.5 + 1e-9) << c.name;
    *output.view().at(112, 80) ^= std::byte{64};
    EXPECT_GE(judge(c.filter, made.views(), output).max, 63.0) << c.name;
  }
}

TEST(Judge, CountsThatAreWrong) {
  const Image input = picture(PixelType::u8, 1, {50, 40});
  const Histogram histogram;
  const Expected expected(histogram, {.image = input});
  Counts counts = reference::histogram(histogram, input);
  EXPECT_EQ(expected.judge(counts).max, 0.0);
  ++counts.bins[0][7];
  EXPECT_EQ(expected.judge(counts).max, 255.0);
  EXPECT_EQ(expected.judge(Counts{}).max, 255.0);
}

}  // namespace
}  // namespace selvage::bench
