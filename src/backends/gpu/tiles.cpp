// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/tiles.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/checked.hpp"

namespace selvage::gpu {
namespace {

constexpr std::int64_t most_images = 1024;  // CUDA's limit on groups in z is 65535

int tiles_across(int whole, int tile) {
  return static_cast<int>((std::int64_t{whole} + tile - 1) / tile);
}

}  // namespace

TileShape tile_shape(const Tile& tile, const Rect& compute, int batch, int slices) {
  TileShape shape{.width = std::clamp(tile.width, 1, compute.width),
                  .height = std::clamp(tile.height, 1, compute.height),
                  .slices = tile.slices > 0 ? std::min(tile.slices, slices) : slices};
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
  int& longer = half.width >= half.height ? half.width : half.height;
  int& side = half.images > 1 ? half.images : longer;
  side = tiles_across(side, 2);
  return half;
}

TileShape with_half_slices(TileShape shape) {
  shape.slices = tiles_across(shape.slices, 2);
  return shape;
}

TileGrid::TileGrid(const Rect& compute, int batch, const TileShape& shape, const Slices& slices)
    : compute_(compute),
      batch_(batch),
      shape_(shape),
      slices_(slices),
      columns_(tiles_across(compute.width, shape.width)),
      rows_(tiles_across(compute.height, shape.height)),
      slabs_(tiles_across(slices.count, shape.slices)),
      layers_(tiles_across(batch, shape.images)) {}

std::size_t TileGrid::size() const {
  return checked_mul(columns_, rows_, slabs_, layers_);
}

Rect TileGrid::rect(int column, int row) const {
  const int x = column * shape_.width, y = row * shape_.height;
  return {compute_.x + x, compute_.y + y, std::min(shape_.width, compute_.width - x),
          std::min(shape_.height, compute_.height - y)};
}

Slices TileGrid::slices(int slab) const {
  const int z = slab * shape_.slices;
  return {slices_.first + z, std::min(shape_.slices, slices_.count - z)};
}

GridTile TileGrid::at(std::size_t index) const {
  const auto next = [&](int count) {  // takes the index along one direction off
    const auto along = static_cast<std::size_t>(count);
    return static_cast<int>(std::exchange(index, index / along) % along);
  };
  const int column = next(columns_), row = next(rows_), slab = next(slabs_);
  const int image = static_cast<int>(index) * shape_.images;
  return {.compute = rect(column, row),
          .image = image,
          .images = std::min(shape_.images, batch_ - image),
          .slices = slices(slab)};
}

}  // namespace selvage::gpu
