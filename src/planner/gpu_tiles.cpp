// SPDX-License-Identifier: Apache-2.0
#include "planner/gpu_tiles.hpp"

#include <algorithm>

namespace selvage::planner {
namespace {

constexpr double host_copy = 8e9;              // bytes per second to and from pinned memory
constexpr double longest_launch = 0.05;        // seconds
constexpr std::size_t tile_target = 8u << 20;  // bytes of a tile's input that hide a copy's latency

// Returns whether tiles need whole sides: a tile at one end of the image reads pixels at the other,
// and so all between them.
bool needs_whole_sides(const Problem& p) {
  return border(p.filter) == Border::wrap && halo(p.filter) > 0;
}

}  // namespace

TileSides with_halo(const Problem& p, const Tile& tile) {
  const auto side = [&](int length, int whole) {
    const int around = length + 2 * halo(p.filter);
    if (needs_whole_sides(p) && length < whole) return static_cast<std::size_t>(whole);
    return static_cast<std::size_t>(whole > 0 ? std::min(around, whole) : around);
  };
  return {side(tile.width, p.whole_width), side(tile.height, p.whole_height)};
}

Tile cut_tiles(const Problem& p, const GpuFacts& gpu, std::size_t row_bytes,
               const std::function<std::size_t(const Tile&)>& device_bytes) {
  const int least = std::max(64, std::min(16 * halo(p.filter), p.height));
  const std::size_t rows = tile_target / std::max<std::size_t>(row_bytes, 1) + 1;
  const auto target = static_cast<int>(std::min<std::size_t>(rows, 1u << 20));
  Tile tile{.width = p.width, .height = std::min(p.height, std::max(least, target))};
  const auto fits = [&] {
    const std::size_t bytes = device_bytes(tile);
    const bool all = gpu.memory_bytes == 0 || 2 * bytes <= gpu.memory_bytes;
    return all && (gpu.largest_buffer_bytes == 0 || bytes <= gpu.largest_buffer_bytes);
  };
  // Tiles are at least a quarter of the halo: if halos alone are too large, cutting does not help.
  const int smallest = std::max(halo(p.filter) / 4, 1);
  while (!needs_whole_sides(p) && !fits() && std::max(tile.width, tile.height) > smallest) {
    int& side = tile.height >= tile.width ? tile.height : tile.width;
    side = (side + 1) / 2;
  }
  return tile;
}

void shrink_group(WorkGroup& group, const GpuFacts& gpu) {
  while (group.width * group.height > std::max(gpu.largest_group, 1))
    (group.height > 1 ? group.height : group.width) /= 2;
}

int launch_rows(double row_seconds) {
  return static_cast<int>(std::clamp(longest_launch / row_seconds, 1.0, double{1 << 20}));
}

double copied_per_second(const GpuFacts& gpu) {
  return std::min(host_copy, gpu.copy_bytes_per_second);
}

double copy_seconds(const Problem& p, const GpuFacts& gpu, const PixelBytes& pixel) {
  const double pixels = 1.0 * p.width * p.height * p.batch;
  return pixels * static_cast<double>(pixel.in + pixel.out) / copied_per_second(gpu);
}

std::size_t tile_device_bytes(const Problem& p, const PixelBytes& pixel, const Tile& tile) {
  return checked_mul(with_halo(p, tile).pixels(), pixel.in + pixel.out + pixel.between);
}

ScratchBytes tile_scratch(const Problem& p, const PixelBytes& pixel, const Tile& tile) {
  return {.host = checked_mul(2, with_halo(p, tile).pixels(), pixel.in + pixel.out),
          .device = checked_mul(2, tile_device_bytes(p, pixel, tile))};
}

}  // namespace selvage::planner
