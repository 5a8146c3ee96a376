// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/tiles.hpp"

#include <algorithm>
#include <cstdint>

#include "core/checked.hpp"

namespace selvage::gpu {
namespace {

constexpr std::int64_t most_images = 1024;  // CUDA's limit on groups in z is 65535

int tiles_across(int whole, int tile) {
  return static_cast<int>((std::int64_t{whole} + tile - 1) / tile);
}

}  // namespace

TileShape tile_shape(const Tile& tile, const Rect& compute, int batch) {
  TileShape shape{.width = std::clamp(tile.width, 1, compute.width),
                  .height = std::clamp(tile.height, 1, compute.height)};
  if (shape.width == compute.width && shape.height == compute.height) {
    const auto pixels = std::int64_t{tile.width} * tile.height;
    const auto fitting = pixels / (std::int64_t{compute.width} * compute.height);
    shape.images = static_cast<int>(
        std::clamp(fitting, std::int64_t{1}, std::min(std::int64_t{batch}, most_images)));
  }
  return shape;
}

TileShape halved(const TileShape& shape) {
  TileShape half = shape;
  int& side = half.images > 1 ? half.images : half.width >= half.height ? half.width : half.height;
  side = tiles_across(side, 2);
  return half;
}

TileGrid::TileGrid(const Rect& compute, int batch, const TileShape& shape)
    : compute_(compute),
      batch_(batch),
      shape_(shape),
      columns_(tiles_across(compute.width, shape.width)),
      rows_(tiles_across(compute.height, shape.height)),
      layers_(tiles_across(batch, shape.images)) {}

std::size_t TileGrid::size() const {
  return checked_mul(columns_, rows_, layers_);
}

Rect TileGrid::rect(int column, int row) const {
  const int x = column * shape_.width, y = row * shape_.height;
  return {compute_.x + x, compute_.y + y, std::min(shape_.width, compute_.width - x),
          std::min(shape_.height, compute_.height - y)};
}

GridTile TileGrid::at(std::size_t index) const {
  const auto columns = static_cast<std::size_t>(columns_), rows = static_cast<std::size_t>(rows_);
  const int image = static_cast<int>(index / columns / rows) * shape_.images;
  return {
      .compute = rect(static_cast<int>(index % columns), static_cast<int>(index / columns % rows)),
      .image = image,
      .images = std::min(shape_.images, batch_ - image)};
}

}  // namespace selvage::gpu
