// SPDX-License-Identifier: Apache-2.0
#include "support/canvas.hpp"

#include <gtest/gtest.h>

#include "support/pictures.hpp"

namespace selvage::testing {
namespace {

constexpr Shape shape{.type = PixelType::u16, .width = 5, .height = 3, .channels = 3, .batch = 2};

TEST(Canvas, EveryLayoutHoldsItsSamplesApart) {
  for (std::size_t i = 0; i < layout_names.size(); ++i) {
    SCOPED_TRACE(layout_names[i]);
    Canvas canvas(shape, static_cast<Layout>(i));
    int number = 0;
    for_each_sample(canvas.view(), [&](int x, int y, int c, int b) {
      write(canvas.view(), x, y, c, b, ++number / 65535.0);
    });
    EXPECT_EQ(number, 90);
    number = 0;
    for_each_sample(canvas.view(), [&](int x, int y, int c, int b) {
      EXPECT_DOUBLE_EQ(read(canvas.view(), x, y, c, b) * 65535, ++number);
    });
    EXPECT_TRUE(canvas.surroundings_untouched());
  }
}

TEST(Canvas, SeesAStrayByteBetweenRows) {
  Canvas canvas(shape, Layout::padded);
  canvas.view().at(4, 0, 2)[2] = std::byte{0};  // behind the last sample of row 0
  EXPECT_FALSE(canvas.surroundings_untouched());
}

TEST(Canvas, SeesAStrayByteBeforeAndBehind) {
  for (const std::ptrdiff_t offset : {-1, 3 * 5 * 3 * 2 * 2}) {
    Canvas canvas(shape, Layout::interleaved);
    canvas.view().data[offset] = std::byte{0};
    EXPECT_FALSE(canvas.surroundings_untouched());
  }
}

TEST(Canvas, CopiesAreApartAndEqualToTheBit) {
  Canvas a(shape, Layout::flipped_x);
  draw(a.view(), Content::noise, 3);
  Canvas b(shape, Layout::planar);
  EXPECT_FALSE(same_bits(a.view(), b.view()));
  copy_bits(a.view(), b.view());
  EXPECT_TRUE(same_bits(a.view(), b.view()));
  Canvas c = a;
  *c.view().at(2, 1, 1, 1) ^= std::byte{1};
  EXPECT_FALSE(same_bits(a.view(), c.view()));
}

}  // namespace
}  // namespace selvage::testing
