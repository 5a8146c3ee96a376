// SPDX-License-Identifier: Apache-2.0
#include "runner/letters.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace selvage::studies {
namespace {

// One character for each pixel: '#' for black.
std::string drawn(const Image& image) {
  std::string text;
  for (int y = 0; y < image.height(); ++y, text += '\n')
    for (int x = 0; x < image.width(); ++x)
      text += *image.view().at(x, y, 0) == std::byte{0} ? '#' : '.';
  return text;
}

Image white(int width, int height) {
  Image image(PixelType::u8, width, height, 1);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) *image.view().at(x, y) = std::byte{255};
  return image;
}

TEST(Letters, AreWrittenFromLeftToRight) {
  Image image = white(text_width("l7", 1), text_height(1));
  write_text(image.view(), 0, 0, "l7", 1, 0);
  EXPECT_EQ(drawn(image),
            ".##...#####\n"
            "..#.......#\n"
            "..#......#.\n"
            "..#.....#..\n"
            "..#.....#..\n"
            "..#....#...\n"
            ".###...#...\n");
}

TEST(Letters, OutsideTheImageAreLeftOut) {
  Image image = white(3, 3);
  write_text(image.view(), -1, -1, "88", 1, 0);
  EXPECT_EQ(drawn(image), "...\n...\n###\n");
}

// A letter that hangs below the line must not look like a capital or a digit.
TEST(Letters, SmallOnesAreLowerThanDigits) {
  for (const char* text : {"g", "p", "q", "y", "a", "x"}) {
    Image image = white(text_width(text, 1), text_height(1));
    write_text(image.view(), 0, 0, text, 1, 0);
    EXPECT_EQ(drawn(image).substr(0, 12), ".....\n.....\n") << text;
  }
}

TEST(Letters, AreNotMadeUp) {
  Image image = white(8, 8);
  EXPECT_THROW(write_text(image.view(), 0, 0, "A", 1, 0), std::logic_error);
}

TEST(Captions, StandOnWhiteBelowThePicture) {
  Image picture(PixelType::u8, 40, 5, 3);  // black, narrow
  const Image result = captioned(picture, "box");
  ASSERT_EQ(result.width(), 40);
  ASSERT_GT(result.height(), 5 + text_height(1));
  const std::string rows = drawn(result);
  EXPECT_EQ(rows.substr(0, 5 * 41), drawn(picture));
  EXPECT_EQ(rows.substr(5 * 41, 41), std::string(40, '.') + "\n");
  EXPECT_NE(rows.find('#', 5 * 41), std::string::npos);
}

// The first and the last column that a caption uses.
std::pair<int, int> caption_columns(const Image& picture, std::string_view text) {
  const Image result = captioned(picture, text);
  std::pair<int, int> used{result.width(), -1};
  for (int y = picture.height(); y < result.height(); ++y)
    for (int x = 0; x < result.width(); ++x)
      if (*result.view().at(x, y) == std::byte{0}) {
        used.first = std::min(used.first, x);
        used.second = std::max(used.second, x);
      }
  return used;
}

TEST(Captions, AreLargeWhereTheyFitAndWholeWhereNot) {
  const Image picture(PixelType::u8, 256, 4, 1);
  const auto [left, right] = caption_columns(picture, "r 2, sigmas 3 and 20");
  EXPECT_GT(right - left, text_width("r 2, sigmas 3 and 20", 1));
  const std::string_view longer = "r 10, sigmas 6 and 30.5, x";
  ASSERT_GT(text_width(longer, 2), 256);
  const auto [first, last] = caption_columns(picture, longer);
  EXPECT_GE(first, 1);
  EXPECT_LE(last, 254);
}

TEST(Captions, StandBelowEachPictureOfARow) {
  std::vector<Shown> row;
  for (const char* caption : {"a", "b"})
    row.push_back({.picture = Image(PixelType::u8, 30, 5, 3), .caption = caption});
  const Image result = captioned_row(row);
  EXPECT_GT(result.width(), 60);
  for (const int left : {0, result.width() - 30}) {
    int dots = 0;
    for (int y = 5; y < result.height(); ++y)
      for (int x = left; x < left + 30; ++x)
        dots += *result.view().at(x, y) == std::byte{0} ? 1 : 0;
    EXPECT_GT(dots, 5);
  }
}

}  // namespace
}  // namespace selvage::studies
