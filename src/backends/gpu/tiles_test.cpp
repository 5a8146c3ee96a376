// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/tiles.hpp"

#include <gtest/gtest.h>

#include <map>
#include <tuple>

namespace selvage::gpu {
namespace {

TileShape shape_for(int tile_width, int tile_height, Rect compute, int batch) {
  return tile_shape({.width = tile_width, .height = tile_height}, compute, batch);
}

TEST(Tiles, ShapeIsTheTuningsCutToTheImage) {
  const Rect compute{5, 6, 100, 50};
  EXPECT_EQ(shape_for(64, 20, compute, 1), (TileShape{64, 20, 1}));
  EXPECT_EQ(shape_for(1000, 20, compute, 9), (TileShape{100, 20, 1}));
  EXPECT_EQ(shape_for(1000, 1000, compute, 1), (TileShape{100, 50, 1}));
  EXPECT_EQ(shape_for(0, 0, compute, 1), (TileShape{1, 1, 1}));
}

TEST(Tiles, SmallImagesShareATile) {
  const Rect compute{0, 0, 100, 50};
  EXPECT_EQ(shape_for(100, 50, compute, 9), (TileShape{100, 50, 1}));
  EXPECT_EQ(shape_for(100, 199, compute, 9), (TileShape{100, 50, 3}));
  EXPECT_EQ(shape_for(1000, 1000, compute, 9), (TileShape{100, 50, 9}));
  EXPECT_EQ(shape_for(1 << 20, 1 << 20, {0, 0, 1, 1}, 1 << 20), (TileShape{1, 1, 1024}));
}

TEST(Tiles, Halves) {
  EXPECT_EQ(halved({100, 50, 1}), (TileShape{50, 50, 1}));
  EXPECT_EQ(halved({49, 50, 1}), (TileShape{49, 25, 1}));
  EXPECT_EQ(halved({100, 50, 9}), (TileShape{100, 50, 5}));
  EXPECT_EQ(halved({3, 1, 1}), (TileShape{2, 1, 1}));
  EXPECT_EQ(halved({1, 1, 1}), (TileShape{1, 1, 1}));
}

TEST(Tiles, OfVolumesHaveSlices) {
  const Rect compute{0, 0, 100, 50};
  EXPECT_EQ(tile_shape({.width = 100, .height = 50}, compute, 1, 30), (TileShape{100, 50, 1, 30}));
  EXPECT_EQ(tile_shape({.width = 64, .height = 50, .slices = 8}, compute, 1, 30),
            (TileShape{64, 50, 1, 8}));
  EXPECT_EQ(halved({100, 50, 1, 120}), (TileShape{50, 50, 1, 120}));
  EXPECT_EQ(with_half_slices({100, 50, 1, 99}), (TileShape{100, 50, 1, 50}));
  EXPECT_EQ(with_half_slices({100, 50, 1, 1}), (TileShape{100, 50, 1, 1}));
  const TileGrid grid(compute, 3, {64, 50, 1, 8}, {5, 30});
  EXPECT_EQ(grid.size(), 2u * 4u * 3u);
  EXPECT_EQ(grid.slabs(), 4);
  std::map<std::tuple<int, int, int>, int> seen;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    const GridTile tile = grid.at(i);
    EXPECT_EQ(tile.images, 1);
    for (int z = 0; z < tile.slices.count; ++z)
      ++seen[{tile.compute.x, tile.slices.first + z, tile.image}];
  }
  EXPECT_EQ(seen.size(), 2u * 30u * 3u);
  for (const auto& [place, count] : seen) {
    EXPECT_EQ(count, 1);
    EXPECT_GE(std::get<1>(place), 5);
    EXPECT_LT(std::get<1>(place), 35);
  }
}

TEST(Tiles, CoverEachPixelOnce) {
  const Rect compute{3, 4, 10, 7};
  const int batch = 5;
  for (const TileShape shape : {TileShape{10, 7, 2}, {3, 7, 1}, {4, 3, 1}, {1, 1, 1}, {10, 7, 5}}) {
    const TileGrid grid(compute, batch, shape);
    std::map<std::tuple<int, int, int>, int> seen;
    for (std::size_t i = 0; i < grid.size(); ++i) {
      const GridTile tile = grid.at(i);
      EXPECT_LE(tile.compute.width, shape.width);
      EXPECT_LE(tile.compute.height, shape.height);
      EXPECT_LE(tile.images, shape.images);
      for (int b = tile.image; b < tile.image + tile.images; ++b)
        for (int y = 0; y < tile.compute.height; ++y)
          for (int x = 0; x < tile.compute.width; ++x)
            ++seen[{tile.compute.x + x, tile.compute.y + y, b}];
    }
    EXPECT_EQ(seen.size(), 10u * 7u * 5u);
    for (const auto& [place, count] : seen) {
      EXPECT_EQ(count, 1);
      EXPECT_GE(std::get<0>(place), 3);
      EXPECT_LT(std::get<0>(place), 13);
      EXPECT_GE(std::get<1>(place), 4);
      EXPECT_LT(std::get<1>(place), 11);
      EXPECT_LT(std::get<2>(place), 5);
    }
  }
}

TEST(Tiles, ManyTilesAreCountedWithoutOverflow) {
  const TileGrid grid({0, 0, 1 << 20, 1 << 20}, 1 << 10, {1, 1, 1});
  EXPECT_EQ(grid.size(), std::size_t{1} << 50);
  const GridTile last = grid.at(grid.size() - 1);
  EXPECT_EQ(last.compute, (Rect{(1 << 20) - 1, (1 << 20) - 1, 1, 1}));
  EXPECT_EQ(last.image, (1 << 10) - 1);
}

}  // namespace
}  // namespace selvage::gpu
