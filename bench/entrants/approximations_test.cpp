// SPDX-License-Identifier: Apache-2.0
#include "entrants/approximations.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "check/error.hpp"
#include "selvage/filters.hpp"

namespace selvage::bench {
namespace {

constexpr float sigma_space = 4.0f, sigma_range = 0.1f;

using Approximate = std::function<void(const ConstImageView&, const ImageView&)>;
const Approximate grid = [](const ConstImageView& from, const ImageView& to) {
  bilateral_grid(from, to, double{sigma_space}, double{sigma_range}, 1.0);
};
const Approximate fine_grid = [](const ConstImageView& from, const ImageView& to) {
  bilateral_grid(from, to, double{sigma_space}, double{sigma_range}, 4.0);
};
const Approximate recursive = [](const ConstImageView& from, const ImageView& to) {
  recursive_bilateral(from, to, double{sigma_space}, double{sigma_range});
};

Image image_of(const std::function<double(int, int)>& level) {
  Image image(PixelType::u8, 97, 61, 1);
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x)
      *image.view().at(x, y, 0) = static_cast<std::byte>(std::lround(level(x, y)));
  return image;
}

Image result_of(const Approximate& approximate, const Image& image) {
  Image result(PixelType::u8, image.width(), image.height(), 1);
  approximate(image, result.view());
  return result;
}

int level_at(const Image& image, int x, int y) {
  return static_cast<int>(*image.view().at(x, y, 0));
}

TEST(Approximations, KeepFlatImagesAndEdges) {
  const Image flat = image_of([](int, int) { return 77.0; });
  const Image edge = image_of([](int x, int) { return x < 40 ? 20.0 : 220.0; });
  for (const Approximate& approximate : {grid, fine_grid, recursive}) {
    const Image same = result_of(approximate, flat), kept = result_of(approximate, edge);
    for (int x = 0; x < 97; ++x) {
      EXPECT_EQ(level_at(same, x, 30), 77);
      EXPECT_NEAR(level_at(kept, x, 30), x < 40 ? 20 : 220, 1) << x;
    }
  }
}

TEST(Approximations, SmoothACheckerboard) {
  const Image wave = image_of([](int x, int y) { return 100.0 + ((x + y) % 2 ? 6.0 : -6.0); });
  for (const Approximate& approximate : {grid, recursive})
    EXPECT_NEAR(level_at(result_of(approximate, wave), 48, 30), 100, 2);
}

TEST(Approximations, AFineGridIsNearTheFilter) {
  const Image image = image_of([](int x, int y) {
    return 120.0 + 60.0 * std::sin(0.11 * x) * std::cos(0.07 * y) + (x * 7 + y * 13) % 9;
  });
  const Filter filter =
      Bilateral{.sigma_space = sigma_space, .sigma_range = sigma_range, .radius = 12};
  const Error255 fine = judge(filter, {image}, result_of(fine_grid, image));
  const Error255 coarse = judge(filter, {image}, result_of(grid, image));
  EXPECT_LT(fine.max, 2.5);  // at the corners, where nothing lies beyond
  EXPECT_GT(coarse.max, fine.max);
}

}  // namespace
}  // namespace selvage::bench
