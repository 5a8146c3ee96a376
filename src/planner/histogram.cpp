// SPDX-License-Identifier: Apache-2.0
#include "planner/histogram.hpp"

#include <algorithm>
#include <bit>

#include "core/checked.hpp"
#include "core/histogram.hpp"

namespace selvage::planner {
namespace {

constexpr double host_copy = 8e9;               // bytes a second, to pinned memory
constexpr double launch_seconds = 30e-6;        // upload, launch, wait, download
constexpr std::size_t band_target = 8u << 20;   // bytes of a band that hide a copy's latency
constexpr std::size_t largest_band = 1u << 30;  // counters and indices have 32 bits

const Histogram& histogram(const Problem& p) {
  return std::get<Histogram>(p.filter);
}

int channels(const Problem& p) {
  return counted_channels(histogram(p), p.channels);
}

double samples(const Problem& p) {
  return double{1} * p.width * p.height * p.batch * channels(p);
}

bool finds(const Problem& p) {
  return finds_range(histogram(p), p.type);
}

std::size_t row_bytes(const Problem& p) {
  return checked_mul(sample_bytes(p.type), p.width, channels(p));
}

std::size_t counter_bytes(const Problem& p) {
  return checked_mul(4, device_slots(histogram(p), p.type), channels(p));
}

// A group has as many copies of its counters as fit, so that items that meet the same sample seldom
// meet the same counter; 32: never within a warp.
int copies_of(const Problem& p, const GpuFacts& gpu) {
  if (counter_bytes(p) > gpu.local_bytes) return 0;
  if (gpu.is_processor) return 1;  // whose items take turns
  const auto fitting = static_cast<unsigned>(gpu.local_bytes / counter_bytes(p));
  return static_cast<int>(std::min(32u, std::bit_floor(fitting)));
}

std::size_t tile_bytes(const Problem& p, const Tuning& tuning) {
  return checked_mul(sample_bytes(p.type), tuning.tile_width, tuning.tile_height, channels(p));
}

}  // namespace

bool is_histogram(const Filter& filter) {
  return std::holds_alternative<Histogram>(filter);
}

std::vector<Pass> histogram_passes(const Problem& p) {
  return {{.name = name(p.filter), .step = histogram(p), .reads = p.type, .writes = p.type}};
}

// Counts are whole numbers, and the bin of a sample is computed as it is defined, or found by edges
// between bins that were.
double histogram_error(const Problem&, const DeviceFacts&) {
  return 0.0;
}

std::string cpu_count_unsupported(const Problem&, const DeviceFacts&) {
  return {};
}

// Tiles of some 131072 samples: a few hundred microseconds, beside which clearing and adding up
// counters is little.
Tuning cpu_count_tuning(const Problem& p, const DeviceFacts&) {
  constexpr int target = 1 << 17, widest = 1 << 16;
  Tuning tuning;
  tuning.tile_width = std::min(p.width, widest);
  tuning.tile_height = std::clamp(target / (tuning.tile_width * channels(p)), 1, p.height);
  return tuning;
}

double cpu_count_seconds(const Problem& p, const DeviceFacts& facts) {
  double each = 0.0;  // seconds of a sample
  switch (p.type) {
    case PixelType::u8: each = 0.5e-9; break;
    case PixelType::u16:
    case PixelType::f16: each = 1e-9; break;
    case PixelType::f32: each = finds(p) ? 3e-9 : 2.5e-9; break;
  }
  return 5e-6 + samples(p) * each / facts.threads;
}

// Each thread's tables, and their sums.
ScratchBytes cpu_count_scratch(const Problem& p, const DeviceFacts& facts) {
  constexpr std::size_t piece_bytes = 504 * 8;  // of a row
  const std::size_t slots = static_cast<std::size_t>(
      p.type == PixelType::f32 ? histogram(p).bins + 1 : value_count(p.type));
  const std::size_t tables = checked_mul(4, slots, count_tables(slots, channels(p)));
  return {.host = checked_add(checked_mul(checked_add(tables, piece_bytes), facts.threads),
                              checked_mul(8, slots, channels(p)))};
}

std::string gpu_count_unsupported(const Problem& p, const DeviceFacts& facts) {
  if (gpu_count_tuning(p, facts).group_width < 32)
    return "its work-groups are larger than the device's";
  return {};
}

// Bands as high as the memory allows, up to what hides a copy's latency; two are on the device at a
// time.
Tuning gpu_count_tuning(const Problem& p, const DeviceFacts& facts) {
  const GpuFacts& gpu = facts.gpu;
  const int most_items = gpu.is_processor ? 64 : 1024;
  Tuning tuning;
  tuning.group_width = static_cast<int>(
      std::bit_floor(static_cast<unsigned>(std::clamp(gpu.largest_group, 1, most_items))));
  tuning.group_height = 1;
  tuning.group_rows = 1;
  tuning.copies = copies_of(p, gpu);
  tuning.groups_at_once = gpu.is_processor ? 1 : 2;
  tuning.tile_width = p.width;
  // More rows than the image has: several images of a batch.
  const std::size_t rows = (gpu.is_processor ? band_target / 4 : band_target) / row_bytes(p) + 1;
  tuning.tile_height = static_cast<int>(std::min(rows, checked_mul(p.height, p.batch)));
  const auto fits = [&] {
    const std::size_t bytes = tile_bytes(p, tuning);
    const bool all = gpu.memory_bytes == 0 || 2 * bytes <= gpu.memory_bytes;
    return bytes <= largest_band && all &&
           (gpu.largest_buffer_bytes == 0 || bytes <= gpu.largest_buffer_bytes);
  };
  while (!fits() && tuning.tile_width * std::int64_t{tuning.tile_height} > 1) {
    int& side = tuning.tile_height >= tuning.tile_width ? tuning.tile_height : tuning.tile_width;
    side = (side + 1) / 2;
  }
  return tuning;
}

double gpu_count_seconds(const Problem& p, const DeviceFacts& facts) {
  const GpuFacts& gpu = facts.gpu;
  const double bytes = samples(p) * static_cast<double>(sample_bytes(p.type));
  const double units = double{1} * gpu.compute_units * gpu.clock_mhz * 1e6;  // cycles
  // Samples of a unit in a cycle; in global memory neighbours wait for one another.
  const double rate = gpu.is_processor ? 0.02 : gpu_count_tuning(p, facts).copies == 0 ? 0.1 : 2.0;
  return launch_seconds * (finds(p) ? 2 : 1) +
         samples(p) * (finds(p) ? 2.0 : 1.0) / (units * rate) +
         bytes / std::min(host_copy, gpu.copy_bytes_per_second);
}

// Images whose range must be found stay on the device where there is room.
ScratchBytes gpu_count_scratch(const Problem& p, const DeviceFacts& facts) {
  const std::size_t bands = checked_mul(2, tile_bytes(p, gpu_count_tuning(p, facts)));
  const std::size_t whole = checked_mul(row_bytes(p), p.height, p.batch);
  const bool stays = finds(p) && (facts.gpu.memory_bytes == 0 || whole <= facts.gpu.memory_bytes);
  const std::size_t edges = checked_mul(4, histogram(p).bins + 1);
  return {.host = checked_add(bands, counter_bytes(p), edges),
          .device = checked_add(stays ? std::max(bands, whole) : bands, counter_bytes(p), edges)};
}

}  // namespace selvage::planner
