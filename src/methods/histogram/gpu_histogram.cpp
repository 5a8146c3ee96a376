// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>

#include "core/checked.hpp"
#include "methods/histogram/binning.hpp"
#include "methods/histogram/histogram.hpp"
#include "methods/histogram/tuning.hpp"
#include "planner/gpu_tiles.hpp"

namespace selvage::planner {
namespace {

constexpr double count_launch_seconds = 30e-6;  // upload, launch, wait, download
constexpr std::size_t band_target = 4u << 20;   // bytes of a band that hide a copy's latency
constexpr std::size_t largest_band = 1u << 30;  // counters and indices have 32 bits

bool finds(const Problem& p) {
  return finds_range(histogram_of(p), p.type);
}

std::size_t row_bytes(const Problem& p) {
  return checked_mul(sample_bytes(p.type), p.width, counted_channels_of(p));
}

std::size_t counter_bytes(const Problem& p) {
  return checked_mul(4, device_slots(histogram_of(p), p.type), counted_channels_of(p));
}

// A group has as many copies of its counters as fit, so that items with equal samples seldom share
// a counter; with 32 copies, never within a warp. Small groups have less room, since several must
// share a multiprocessor. Some memory stays free, since some drivers reserve a part.
int copies_of(const Problem& p, const GpuFacts& gpu, int group_width) {
  if (gpu.is_processor)
    return counter_bytes(p) < gpu.local_bytes ? 1 : 0;  // items run one after another
  const std::size_t room = gpu.local_bytes / 1024 * static_cast<std::size_t>(group_width);
  int copies = 32;
  while (copies > 0 && counter_bytes(p) * static_cast<std::size_t>(copies) >= room) copies /= 2;
  return copies == 0 && counter_bytes(p) < gpu.local_bytes ? 1 : copies;
}

// Returns the groups that share a multiprocessor: 2048 items, if their counters fit.
int min_blocks(const Problem& p, const GpuFacts& gpu, const HistogramGpuTuning& tuning) {
  constexpr std::size_t of_group = 1024;  // bytes that a driver reserves
  if (gpu.is_processor) return 1;
  const std::size_t bytes = counter_bytes(p) * static_cast<std::size_t>(tuning.copies) + of_group;
  const auto fitting = static_cast<int>(gpu.local_bytes / bytes);
  return std::clamp(fitting, 1, std::max(2048 / tuning.group.width, 1));
}

std::size_t count_tile_bytes(const Problem& p, const Tile& tile) {
  return checked_mul(sample_bytes(p.type), tile.width, tile.height, counted_channels_of(p));
}

// Returns how many bands there are, through the batch.
std::size_t band_count(const Problem& p, const Tile& tile) {
  const auto across = [](std::size_t whole, std::size_t part) { return (whole + part - 1) / part; };
  return across(static_cast<std::size_t>(p.width), static_cast<std::size_t>(tile.width)) *
         across(checked_mul(p.height, p.batch), static_cast<std::size_t>(tile.height));
}

std::size_t bands_at_once(const Problem& p, const Tile& tile) {
  return std::min(tiles_in_flight, band_count(p, tile));
}

// Bands are as high as memory allows, up to the size that hides a copy's latency.
HistogramGpuTuning gpu_tuning(const Problem& p, const GpuFacts& gpu) {
  const int most_items = gpu.is_processor ? 64 : 1024;
  HistogramGpuTuning tuning;
  tuning.group.width = static_cast<int>(
      std::bit_floor(static_cast<unsigned>(std::clamp(gpu.largest_group, 1, most_items))));
  tuning.copies = copies_of(p, gpu, tuning.group.width);
  tuning.group.min_blocks = min_blocks(p, gpu, tuning);
  Tile& tile = tuning.tile;
  tile.width = p.width;
  // More rows than the image has span several images of a batch.
  const std::size_t rows = (gpu.is_processor ? band_target / 4 : band_target) / row_bytes(p) + 1;
  tile.height = static_cast<int>(std::min(rows, checked_mul(p.height, p.batch)));
  const auto fits = [&] {
    const std::size_t bytes = count_tile_bytes(p, tile);
    const bool all =
        gpu.memory_bytes == 0 || checked_mul(bands_at_once(p, tile), bytes) <= gpu.memory_bytes;
    return bytes <= largest_band && all &&
           (gpu.largest_buffer_bytes == 0 || bytes <= gpu.largest_buffer_bytes);
  };
  while (!fits() && tile.width * std::int64_t{tile.height} > 1) {
    int& side = tile.height >= tile.width ? tile.height : tile.width;
    side = (side + 1) / 2;
  }
  return tuning;
}

double gpu_seconds(const Problem& p, const GpuFacts& gpu, const HistogramGpuTuning& tuning) {
  const double bytes = counted_samples(p) * static_cast<double>(sample_bytes(p.type));
  const double cycles = double{1} * gpu.compute_units * gpu.clock_mhz * 1e6;
  // Samples per multiprocessor and cycle (docs/journal/0008), and per core under PoCL.
  const double with_copies = tuning.copies >= 16 ? 1.0 : 0.5;
  const double rate = gpu.is_processor          ? 0.02
                      : tuning.copies == 0      ? 0.25
                      : p.type == PixelType::u8 ? 8.0 * with_copies
                                                : 1.5 * with_copies;
  const double times = finds(p) ? 2.0 : 1.0;
  return run_seconds(gpu, {.in = bytes, .tiles = band_count(p, tuning.tile)},
                     times * (count_launch_seconds + counted_samples(p) / (cycles * rate)));
}

// Images whose range must be found stay on the device if there is room.
ScratchBytes gpu_scratch(const Problem& p, const GpuFacts& gpu, const Tile& tile) {
  const std::size_t bands = checked_mul(bands_at_once(p, tile), count_tile_bytes(p, tile));
  const std::size_t whole = checked_mul(row_bytes(p), p.height, p.batch);
  const bool stays = finds(p) && (gpu.memory_bytes == 0 || whole <= gpu.memory_bytes);
  const std::size_t edges = checked_mul(4, histogram_of(p).bins + 1);
  return {.host = checked_add(bands, counter_bytes(p), edges),
          .device = checked_add(stays ? std::max(bands, whole) : bands, counter_bytes(p), edges)};
}

Answer offer_gpu_histogram(const Problem& p, const DeviceFacts& facts) {
  const HistogramGpuTuning tuning = gpu_tuning(p, facts.gpu);
  if (tuning.group.width < 32) return Refusal{"the device's work-groups are too small"};
  return Offer{.error = histogram_error,
               .seconds = gpu_seconds(p, facts.gpu, tuning),
               .scratch = gpu_scratch(p, facts.gpu, tuning.tile),
               .passes = histogram_passes(p),
               .tuning = tuning};
}

}  // namespace

Candidate gpu_histogram() {
  return {.name = "histogram",
          .platform = Platform::gpu,
          .paper = "podlozhnyuk2007",
          .serves = is_histogram,
          .offer = offer_gpu_histogram};
}

}  // namespace selvage::planner
