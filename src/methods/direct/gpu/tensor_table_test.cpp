// SPDX-License-Identifier: Apache-2.0
#include "methods/direct/gpu/tensor_table.hpp"

#include <gtest/gtest.h>

#include "core/half.hpp"

namespace selvage::gpu {
namespace {

double half_of(std::uint32_t word, int which) {
  return double{to_float(Half{static_cast<std::uint16_t>(word >> 16 * which)})};
}

// Reads the table as the kernel does: which pixel of a block sees which place of the tile.
class Reader {
 public:
  Reader(const TapWindow& window, const std::vector<std::uint32_t>& words)
      : disc_(window.disc), words_(words) {
    for (std::size_t i = 0; i < 4; ++i) units_ += words[i];
  }

  // Counts, for each pixel, the taps that it sees.
  std::vector<int> taps_of_pixels() const {
    std::vector<int> taps(16, 0);
    for (std::size_t unit = 0; unit < units_; ++unit)
      for (int tap = 0; tap < 16; ++tap)
        for (int pixel = 0; pixel < 16; ++pixel)
          if (penalty(unit, tap, pixel) > -1.0) ++taps[static_cast<std::size_t>(pixel)];
    return taps;
  }

  std::size_t size() const { return 4 + 64 * units_ + (disc_ ? 128 : 64) * (units_ - words_[0]); }

 private:
  double penalty(std::size_t unit, int tap, int pixel) const {
    if (unit < words_[0]) return 0.0;
    const std::size_t base = 4 + 64 * units_ + (disc_ ? 128 : 64) * (unit - words_[0]);
    const int half = tap / 8, g = tap % 8;
    const auto word = [&](int offset) {
      return words_.at(base + static_cast<std::size_t>(offset));
    };
    if (disc_) return half_of(word(64 * half + 2 * (4 * g + pixel % 8 / 2) + pixel / 8), pixel % 2);
    const int column = pixel % 4, row = pixel / 4;
    return half_of(word(2 * (4 * g + column / 2) + half), column % 2) +
           half_of(word(2 * (4 * g + 2 + row / 2) + half), row % 2);
  }

  bool disc_;
  const std::vector<std::uint32_t>& words_;
  std::size_t units_ = 0;
};

TEST(TensorTable, EveryPixelSeesItsWindow) {
  for (const bool disc : {false, true})
    for (const int radius : {0, 1, 3, 7}) {
      const TapWindow window{.radius_x = radius, .radius_y = radius, .disc = disc};
      int taps = 0;
      for (int dy = -radius; dy <= radius; ++dy)
        for (int dx = -radius; dx <= radius; ++dx) taps += window.contains(dx, dy) ? 1 : 0;
      const auto words = tensor_table(window);
      const Reader reader(window, words);
      ASSERT_EQ(words.size(), reader.size());
      EXPECT_EQ(reader.taps_of_pixels(), std::vector<int>(16, taps)) << radius << ' ' << disc;
    }
}

// Rows for exponents: 0 to 7 twice, then 8 to 15 twice; for sums 0 to 15.
TEST(TensorTable, ItemsLoadTheirRows) {
  const auto words = tensor_table({.radius_x = 7, .radius_y = 7});
  for (std::size_t item = 0; item < 16; ++item) {
    const std::size_t row = item;
    const std::uint32_t place = words[4 + 2 * row + 1];
    for (const std::size_t loader : {row / 8 * 16 + row % 8, row / 8 * 16 + 8 + row % 8})
      EXPECT_EQ(words[4 + 2 * loader], place) << item;
  }
}

}  // namespace
}  // namespace selvage::gpu
