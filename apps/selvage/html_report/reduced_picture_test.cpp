// SPDX-License-Identifier: Apache-2.0
#include "html_report/reduced_picture.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "compare/scale_bar.hpp"

namespace selvage::cli {
namespace {

Image floats(int width, int height, int channels, bool alpha, const std::vector<float>& samples) {
  Image image(PixelType::f32, width, height, channels, alpha);
  std::memcpy(image.view().data, samples.data(), samples.size() * sizeof(float));
  return image;
}

int byte_at(const Image& picture, int x, int y, int c = 0) {
  return std::to_integer<int>(*picture.view().at(x, y, c));
}

TEST(ReducedPicture, Blocks) {
  EXPECT_EQ(block_of(1920, 1080, 1 << 21), 1);
  EXPECT_EQ(block_of(4000, 3000, 1 << 21), 3);
  EXPECT_EQ(block_of(5, 3, 6), 2);  // 3 x 2
  EXPECT_EQ(block_of(1000000, 1, 1000), 1000);
}

TEST(ReducedPicture, MeanOfBlocksAndCutOnesAtTheEdge) {
  PictureReducer reducer(floats(3, 3, 1, false, std::vector<float>(9)), 2, 0.0, 1.0);
  reducer.add(floats(3, 2, 1, false, {0.0f, 0.2f, 1.0f, 0.4f, 0.2f, 0.0f}));
  reducer.add(floats(3, 1, 1, false, {0.6f, 0.6f, 2.0f}));
  const Preview preview = std::move(reducer).finish();
  EXPECT_EQ(preview.picture.width(), 2);
  EXPECT_EQ(preview.picture.height(), 2);
  EXPECT_EQ(byte_at(preview.picture, 0, 0), 51);   // 0.2
  EXPECT_EQ(byte_at(preview.picture, 1, 0), 128);  // 0.5
  EXPECT_EQ(byte_at(preview.picture, 0, 1), 153);
  EXPECT_EQ(byte_at(preview.picture, 1, 1), 255);  // beyond white
}

TEST(ReducedPicture, ColoursCountAsMuchAsTheyAreOpaque) {
  PictureReducer reducer(floats(2, 1, 2, true, std::vector<float>(4)), 2, 0.0, 1.0);
  reducer.add(floats(2, 1, 2, true, {1.0f, 0.0f, 0.4f, 1.0f}));
  const Preview preview = std::move(reducer).finish();
  EXPECT_EQ(byte_at(preview.picture, 0, 0, 0), 102);  // 0.4 alone
  EXPECT_EQ(byte_at(preview.picture, 0, 0, 1), 128);
}

TEST(ReducedPicture, HistogramsCountEverySampleButNaN) {
  PictureReducer reducer(floats(4, 1, 1, false, std::vector<float>(4)), 1, -1.0, 3.0);
  reducer.add(floats(4, 1, 1, false, {-1.0f, 3.0f, std::nanf(""), 1.0f}));
  const Histogram256 bins = std::move(reducer).finish().histograms.front();
  EXPECT_EQ(bins[0], 1);
  EXPECT_EQ(bins[128], 1);
  EXPECT_EQ(bins[255], 1);
}

TEST(ReducedPicture, DifferencesAreTheLargestOfABlockAndMergeExactly) {
  const std::vector<float> a{0.1f, 0.7f, 0.3f, 0.9f, 0.5f, 0.2f};
  const std::vector<float> b{0.15f, 0.1f, 0.3f, 0.8f, 0.55f, 0.1f};
  DifferenceReducer reducer(3, 2, 1);
  for (const std::ptrdiff_t row : {0, 3})
    reducer.add(floats(3, 1, 1, false, {a.begin() + row, a.begin() + row + 3}),
                floats(3, 1, 1, false, {b.begin() + row, b.begin() + row + 3}));
  const DifferenceMap map = std::move(reducer).finish();
  const Difference whole = difference(floats(3, 2, 1, false, a), floats(3, 2, 1, false, b), 0.0);
  EXPECT_EQ(map.found.mean, whole.mean);
  EXPECT_EQ(map.found.rms, whole.rms);
  EXPECT_EQ(map.found.max, whole.max);
  EXPECT_EQ(map.found.x, 1);
  EXPECT_EQ(map.found.y, 0);
  EXPECT_EQ(map.scale, whole.max);
  EXPECT_EQ(byte_at(map.picture, 2, 0), 0);  // equal: black
  EXPECT_GT(byte_at(map.picture, 1, 0), 250);
}

TEST(ReducedPicture, ABlockShowsItsLargestDifference) {
  const Image zeros = floats(4, 2, 1, false, std::vector<float>(8));
  DifferenceReducer reducer(4, 2, 2);
  reducer.add(zeros, floats(4, 2, 1, false, {0.1f, 0.1f, 0.2f, 0.0f, 0.1f, 0.1f, 0.0f, 0.0f}));
  const DifferenceMap map = std::move(reducer).finish();
  EXPECT_EQ(map.picture.width(), 2);
  const Colour half = map_colour(0.5), whole = map_colour(1.0);  // of the scale 0.2
  EXPECT_NEAR(byte_at(map.picture, 0, 0), half.red, 1);
  EXPECT_NEAR(byte_at(map.picture, 1, 0), whole.red, 1);
}

TEST(ReducedPicture, Orientations) {
  Image picture(PixelType::u8, 3, 2);
  for (int i = 0; i < 6; ++i) *picture.view().at(i % 3, i / 3) = static_cast<std::byte>(i);
  const auto text = [&](int orientation) {
    const Image image = turned(picture, orientation);
    std::string digits;
    for (int y = 0; y < image.height(); ++y) {
      if (y > 0) digits += '/';
      for (int x = 0; x < image.width(); ++x)
        digits += static_cast<char>('0' + byte_at(image, x, y));
    }
    return digits;
  };
  EXPECT_EQ(text(1), "012/345");
  EXPECT_EQ(text(2), "210/543");
  EXPECT_EQ(text(3), "543/210");
  EXPECT_EQ(text(4), "345/012");
  EXPECT_EQ(text(5), "03/14/25");  // transposed
  EXPECT_EQ(text(6), "30/41/52");  // clockwise
  EXPECT_EQ(text(7), "52/41/30");
  EXPECT_EQ(text(8), "25/14/03");
}

}  // namespace
}  // namespace selvage::cli
