// SPDX-License-Identifier: Apache-2.0
#include "planner/histogram.hpp"

#include <algorithm>
#include <bit>

#include "core/checked.hpp"
#include "core/histogram.hpp"
#include "planner/gpu_tiles.hpp"

namespace selvage::planner {
namespace {

constexpr double count_launch_seconds = 30e-6;  // upload, launch, wait, download
constexpr std::size_t band_target = 8u << 20;   // bytes of a band that hide a copy's latency
constexpr std::size_t largest_band = 1u << 30;  // counters and indices have 32 bits

const Histogram& histogram(const Problem& p) {
  return std::get<Histogram>(p.filter);
}

int channels(const Problem& p) {
  return counted_channels(histogram(p), p.channels);
}

double counted_samples(const Problem& p) {
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
// meet the same counter; 32: never within a warp. Narrow groups have less room, for several of them
// must share a unit. Not all of it: some drivers keep a part.
int copies_of(const Problem& p, const GpuFacts& gpu, int group_width) {
  if (gpu.is_processor) return counter_bytes(p) < gpu.local_bytes ? 1 : 0;  // items take turns
  const std::size_t room = gpu.local_bytes / 1024 * static_cast<std::size_t>(group_width);
  int copies = 32;
  while (copies > 0 && counter_bytes(p) * static_cast<std::size_t>(copies) >= room) copies /= 2;
  return copies == 0 && counter_bytes(p) < gpu.local_bytes ? 1 : copies;
}

// Groups that share a unit: 2048 items, as far as their counters fit.
int groups_at_once(const Problem& p, const GpuFacts& gpu, const Tuning& tuning) {
  constexpr std::size_t of_group = 1024;  // bytes that a driver keeps
  if (gpu.is_processor) return 1;
  const std::size_t bytes = counter_bytes(p) * static_cast<std::size_t>(tuning.copies) + of_group;
  const auto fitting = static_cast<int>(gpu.local_bytes / bytes);
  return std::clamp(fitting, 1, std::max(2048 / tuning.group_width, 1));
}

std::size_t count_tile_bytes(const Problem& p, const Tuning& tuning) {
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

// Four tiles or more for each thread, of 65536 samples (some 20 us) to 2^20 (at most 4 ms).
Tuning cpu_count_tuning(const Problem& p, const DeviceFacts& facts) {
  constexpr int widest = 1 << 16;  // pixels
  const double share = counted_samples(p) / (4.0 * std::max(facts.threads, 1));
  const int target = static_cast<int>(std::clamp(share, 0x1p16, 0x1p20));
  Tuning tuning;
  tuning.tile_width = std::min(p.width, widest);
  tuning.tile_height = std::clamp(target / (tuning.tile_width * channels(p)), 1, p.height);
  return tuning;
}

double cpu_count_seconds(const Problem& p, const DeviceFacts& facts) {
  double each = 0.0;  // seconds of a sample, docs/journal/0008
  switch (p.type) {
    case PixelType::u8: each = 0.35e-9; break;
    case PixelType::u16:
    case PixelType::f16: each = 1.2e-9; break;
    case PixelType::f32: each = finds(p) ? 2.2e-9 : 1.8e-9; break;
  }
  return 5e-6 + counted_samples(p) * each / facts.threads;
}

// Each thread's tables, and their sums.
ScratchBytes cpu_count_scratch(const Problem& p, const DeviceFacts& facts) {
  constexpr std::size_t piece_bytes = 4032;  // of a row
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
  tuning.copies = copies_of(p, gpu, tuning.group_width);
  tuning.groups_at_once = groups_at_once(p, gpu, tuning);
  tuning.tile_width = p.width;
  // More rows than the image has: several images of a batch.
  const std::size_t rows = (gpu.is_processor ? band_target / 4 : band_target) / row_bytes(p) + 1;
  tuning.tile_height = static_cast<int>(std::min(rows, checked_mul(p.height, p.batch)));
  const auto fits = [&] {
    const std::size_t bytes = count_tile_bytes(p, tuning);
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
  const double bytes = counted_samples(p) * static_cast<double>(sample_bytes(p.type));
  const double cycles = double{1} * gpu.compute_units * gpu.clock_mhz * 1e6;
  // Samples of a unit in a cycle (docs/journal/0008), and of a core by PoCL.
  const Tuning tuning = gpu_count_tuning(p, facts);
  const double with_copies = tuning.copies >= 16 ? 1.0 : 0.5;
  const double rate = gpu.is_processor          ? 0.02
                      : tuning.copies == 0      ? 0.25
                      : p.type == PixelType::u8 ? 8.0 * with_copies
                                                : 1.5 * with_copies;
  return count_launch_seconds * (finds(p) ? 2 : 1) +
         counted_samples(p) * (finds(p) ? 2.0 : 1.0) / (cycles * rate) +
         bytes / copied_per_second(gpu);
}

// Images whose range must be found stay on the device where there is room.
ScratchBytes gpu_count_scratch(const Problem& p, const DeviceFacts& facts) {
  const std::size_t bands = checked_mul(2, count_tile_bytes(p, gpu_count_tuning(p, facts)));
  const std::size_t whole = checked_mul(row_bytes(p), p.height, p.batch);
  const bool stays = finds(p) && (facts.gpu.memory_bytes == 0 || whole <= facts.gpu.memory_bytes);
  const std::size_t edges = checked_mul(4, histogram(p).bins + 1);
  return {.host = checked_add(bands, counter_bytes(p), edges),
          .device = checked_add(stays ? std::max(bands, whole) : bands, counter_bytes(p), edges)};
}

}  // namespace selvage::planner
