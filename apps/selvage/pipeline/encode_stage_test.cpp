// SPDX-License-Identifier: Apache-2.0
#include "pipeline/encode_stage.hpp"

#include <gtest/gtest.h>

namespace selvage::cli {
namespace {

TEST(ExpectedBytes, AreThoseOfAllPages) {
  PageJob p;
  p.file.pages = 3;
  p.file.all_pixels = std::int64_t{5} << 30;
  p.shape = shape_of(PixelType::u8, 100, 80, 3, false);
  const ConstImageView wider = shape_of(PixelType::u16, 100, 80, 3, false);
  EXPECT_EQ(expected_bytes(p, wider), 6 * (std::uint64_t{5} << 30));
  const ConstImageView region = shape_of(PixelType::u8, 100, 40, 3, false);
  EXPECT_EQ(expected_bytes(p, region), 3u * 100u * 40u * 3u);
  p.file.pages = 1;
  EXPECT_EQ(expected_bytes(p, wider), 0u);
}

TEST(ExpectedBytes, CountLargerPixelsOfLaterPages) {
  PageJob p;
  p.file.pages = 2;
  p.file.all_pixels = 16000;
  p.file.all_bytes = 8000 + 8000 * 12;  // a page of gray bytes, then RGB floats
  p.shape = shape_of(PixelType::u8, 100, 80, 1, false);
  EXPECT_EQ(expected_bytes(p, p.shape), 104000u);
  p.file.all_bytes = 16000 / 2;
  EXPECT_EQ(expected_bytes(p, p.shape), 16000u);
}

}  // namespace
}  // namespace selvage::cli
