// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/checked.hpp"
#include "methods/histogram/histogram.hpp"

namespace selvage::planner {
namespace {

// Returns a tile so that each thread has four or more, of 65536 samples (about 20 us) to 2^20 (at
// most 4 ms).
Tile cpu_tile(const Problem& p, const DeviceFacts& facts) {
  constexpr int widest = 1 << 16;  // pixels
  const double share = counted_samples(p) / (4.0 * std::max(facts.threads, 1));
  const int target = static_cast<int>(std::clamp(share, 0x1p16, 0x1p20));
  Tile tile;
  tile.width = std::min(p.width, widest);
  tile.height = std::clamp(target / (tile.width * counted_channels_of(p)), 1, p.height);
  return tile;
}

double cpu_seconds(const Problem& p, const DeviceFacts& facts) {
  // Seconds per sample on one core (docs/journal/0008).
  constexpr double bytes = 0.35e-9, words = 1.2e-9, floats = 1.8e-9, floats_and_range = 2.2e-9;
  constexpr double start_seconds = 5e-6;
  double each = 0.0;
  switch (p.type) {
    case PixelType::u8: each = bytes; break;
    case PixelType::u16:
    case PixelType::f16: each = words; break;
    case PixelType::f32:
      each = finds_range(histogram_of(p), p.type) ? floats_and_range : floats;
      break;
  }
  return start_seconds + counted_samples(p) * each / facts.threads;
}

// Returns the memory of each thread's tables and of their sums.
ScratchBytes cpu_scratch(const Problem& p, const DeviceFacts& facts) {
  constexpr std::size_t chunk_bytes = 4032;  // part of a row
  const std::size_t slots = static_cast<std::size_t>(
      p.type == PixelType::f32 ? histogram_of(p).bins + 1 : value_count(p.type));
  const std::size_t tables = checked_mul(4, slots, count_tables(slots, counted_channels_of(p)));
  return {.host = checked_add(checked_mul(checked_add(tables, chunk_bytes), facts.threads),
                              checked_mul(8, slots, counted_channels_of(p)))};
}

Answer offer_histogram(const Problem& p, const DeviceFacts& facts) {
  return Offer{.error = histogram_error,
               .seconds = cpu_seconds(p, facts),
               .scratch = cpu_scratch(p, facts),
               .passes = histogram_passes(p),
               .tuning = TileTuning{cpu_tile(p, facts)}};
}

}  // namespace

bool is_histogram(const Filter& filter) {
  return std::holds_alternative<Histogram>(filter);
}

int counted_channels_of(const Problem& p) {
  return counted_channels(histogram_of(p), p.channels);
}

double counted_samples(const Problem& p) {
  return double{1} * p.width * p.height * p.batch * counted_channels_of(p);
}

std::vector<Pass> histogram_passes(const Problem& p) {
  return {{.name = name(p.filter), .step = histogram_of(p), .reads = p.type, .writes = p.type}};
}

Candidate cpu_histogram() {
  return {.name = "histogram",
          .platform = Platform::cpu,
          .paper = "podlozhnyuk2007",
          .serves = is_histogram,
          .offer = offer_histogram};
}

}  // namespace selvage::planner
