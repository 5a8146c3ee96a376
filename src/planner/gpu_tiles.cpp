// SPDX-License-Identifier: Apache-2.0
#include "planner/gpu_tiles.hpp"

#include <algorithm>

namespace selvage::planner {
namespace {

// docs/journal/0034
constexpr double host_copy = 8e9;        // bytes per second that a thread copies to staging memory
constexpr double most_host_copy = 50e9;  // that all threads copy
constexpr int most_staging_threads = 8;
constexpr double tile_seconds = 20e-6;  // to enqueue a tile's commands and to wait for them
constexpr double wait_seconds = 40e-6;  // for the last ones

constexpr double longest_launch = 0.05;  // seconds
// Bytes of a tile's input: a third of the image, so that all stages overlap, but enough to hide the
// latency of a copy, and no more than that needs (docs/journal/0034).
constexpr std::size_t least_tile = 1u << 20, most_tile = 4u << 20;

// Returns whether tiles need whole sides: a tile at one end of the image reads pixels at the other,
// and so all between them.
bool needs_whole_sides(const Problem& p) {
  return border(p.filter) == Border::wrap && halo(p.filter) > 0;
}

// Returns whether tiles need all slices.
bool needs_all_slices(const Problem& p) {
  return p.whole_depth == 1 || border(p.filter) == Border::wrap;
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

int slices_of(const Problem& p, const Tile& tile) {
  return tile.slices > 0 ? tile.slices : std::max(p.depth, 1);
}

std::size_t slices_held(const Problem& p) {
  return p.whole_depth > 1 ? static_cast<std::size_t>(std::max(p.shapes.image.depth, p.depth)) : 1;
}

std::size_t slices_held(const Problem& p, const Tile& tile) {
  const std::size_t all = slices_held(p);
  if (tile.slices == 0 || needs_all_slices(p)) return all;
  const DepthHalo around = depth_halo(p.filter);
  return std::min(all, static_cast<std::size_t>(tile.slices) +
                           static_cast<std::size_t>(around.before + around.after));
}

Tile cut_tiles(const Problem& p, const GpuFacts& gpu, std::size_t row_bytes,
               const std::function<std::size_t(const Tile&)>& device_bytes) {
  const int least = std::max(64, std::min(16 * halo(p.filter), p.height));
  const std::size_t row = std::max<std::size_t>(row_bytes, 1);
  const std::size_t target =
      std::clamp(checked_mul(row, p.height) / tiles_in_flight, least_tile, most_tile);
  const std::size_t rows = target / row + 1;
  const auto high = static_cast<int>(std::min<std::size_t>(rows, 1u << 20));
  Tile tile{.width = p.width, .height = std::min(p.height, std::max(least, high))};
  const auto fits = [&] {
    const std::size_t bytes = device_bytes(tile);
    const bool all =
        gpu.memory_bytes == 0 || checked_mul(slot_count(p, tile), bytes) <= gpu.memory_bytes;
    return all && (gpu.largest_buffer_bytes == 0 || bytes <= gpu.largest_buffer_bytes);
  };
  // Tiles are at least a quarter of the halo: if halos alone are too large, cutting does not help.
  const int smallest = std::max(halo(p.filter) / 4, 1);
  const DepthHalo around = depth_halo(p.filter);
  const int halo_slices = around.before + around.after;
  const bool all_slices = needs_all_slices(p);
  const int fewest = all_slices ? p.depth : std::max(halo_slices / 4, 1);
  const int most = std::max(static_cast<int>(most_slices) - halo_slices, 1);
  tile.slices = all_slices || slices_held(p) <= most_slices ? p.depth : std::min(p.depth, most);
  // Halves the dimension that is longest relative to its halo.
  while (!needs_whole_sides(p) && !fits()) {
    int& side = tile.height >= tile.width ? tile.height : tile.width;
    const double sides = double{1} * side / (2.0 * halo(p.filter) + 1.0);
    const double slices = double{1} * tile.slices / (halo_slices + 1.0);
    const bool may_cut_side = side > smallest, may_cut_slices = tile.slices > fewest;
    if (!may_cut_side && !may_cut_slices) break;
    int& part = may_cut_slices && (slices > sides || !may_cut_side) ? tile.slices : side;
    part = (part + 1) / 2;
  }
  if (tile.slices == p.depth) tile.slices = 0;
  return tile;
}

void shrink_group(WorkGroup& group, const GpuFacts& gpu) {
  while (group.width * group.height > std::max(gpu.largest_group, 1))
    (group.height > 1 ? group.height : group.width) /= 2;
}

double instructions_per_second(const GpuFacts& gpu) {
  return 1e6 * gpu.lanes * gpu.compute_units * gpu.clock_mhz;
}

int launch_rows(double row_seconds) {
  return static_cast<int>(std::clamp(longest_launch / row_seconds, 1.0, double{1 << 20}));
}

std::size_t tile_count(const Problem& p, const Tile& tile) {
  const auto across = [](int whole, int part) { return (whole - 1) / std::max(part, 1) + 1; };
  const int slabs = tile.slices > 0 ? across(p.depth, tile.slices) : 1;
  return checked_mul(across(p.width, tile.width), across(p.height, tile.height), slabs, p.batch);
}

std::size_t slot_count(const Problem& p, const Tile& tile) {
  return std::min(tiles_in_flight, tile_count(p, tile));
}

Transfer transfer_of(const Problem& p, const PixelBytes& pixel, const Tile& tile) {
  const double pixels = 1.0 * p.width * p.height * p.depth * p.batch;
  return {.in = pixels * static_cast<double>(pixel.in),
          .out = pixels * static_cast<double>(pixel.out),
          .tiles = tile_count(p, tile)};
}

double run_seconds(const GpuFacts& gpu, const Transfer& t, double kernel_seconds) {
  const double host = std::min(host_copy * gpu.staging_threads, most_host_copy);
  const double stages[] = {(t.in + t.out) / host, t.in / gpu.copy_bytes_per_second,
                           t.out / gpu.copy_bytes_per_second, kernel_seconds};
  double sum = 0.0, longest = 0.0;
  for (const double stage : stages) {
    sum += stage;
    longest = std::max(longest, stage);
  }
  const auto tiles = static_cast<double>(t.tiles);
  const double waits = tile_seconds * tiles + wait_seconds;
  // A processor's stages take turns on its cores.
  if (gpu.is_processor) return sum + waits;
  return longest + (sum - longest) / tiles + waits;
}

int staging_threads(int allowed) {
  return std::min(allowed, most_staging_threads);
}

std::size_t tile_device_bytes(const Problem& p, const PixelBytes& pixel, const Tile& tile) {
  return checked_mul(with_halo(p, tile).pixels(), slices_held(p, tile),
                     pixel.in + pixel.out + pixel.between);
}

ScratchBytes tile_scratch(const Problem& p, const PixelBytes& pixel, const Tile& tile) {
  const std::size_t slots = slot_count(p, tile);
  return {.host = checked_mul(slots, with_halo(p, tile).pixels(), slices_held(p, tile),
                              pixel.in + pixel.out),
          .device = checked_mul(slots, tile_device_bytes(p, pixel, tile))};
}

}  // namespace selvage::planner
