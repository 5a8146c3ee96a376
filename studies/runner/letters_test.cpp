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

}  // namespace
}  // namespace selvage::studies
