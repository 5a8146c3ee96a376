// SPDX-License-Identifier: Apache-2.0
#include "methods/histogram/binning.hpp"

#include <cmath>
#include <cstddef>
#include <limits>

#include "core/half.hpp"

namespace selvage {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

// Returns a stored value in the samples' unit.
double value_of(PixelType type, int stored) {
  if (type == PixelType::f16) return double{to_float(Half{static_cast<std::uint16_t>(stored)})};
  return stored / full_scale(type);
}

FoundRange range_of_halves(std::span<const std::uint64_t> values) {
  FoundRange found;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const float v = to_float(Half{static_cast<std::uint16_t>(i % 65536)});
    if (values[i] > 0 && std::isfinite(v)) found.include({order_key(v), order_key(v)});
  }
  return found;
}

}  // namespace

ConstImageView counted_part(const Histogram& filter, const ConstImageView& image) {
  ConstImageView part = image;
  if (!filter.channel) return part;
  part.data = image.at(0, 0, *filter.channel);
  part.channels = 1;
  part.alpha = false;
  return part;
}

Binning make_binning(const Histogram& filter, PixelType type, const FoundRange& found) {
  double low = 0.0, high = 1.0;
  if (finds_range(filter, type) && !found.empty()) {
    low = double{float_of_key(found.least)} + 0.0;  // turns -0 into 0
    high = double{float_of_key(found.largest)} + 0.0;
  }
  if (filter.low) low = *filter.low;
  if (filter.high) high = *filter.high;
  return {low, high, filter.bins};
}

void find_edges(const Binning& binning, PixelType type, std::span<std::int32_t> edges) {
  constexpr int near = 16;  // keys that a guess is usually wrong by at most
  const double full = full_scale(type);
  const auto reaches = [&](std::int32_t key, int bin) {
    return binning.bin(double{float_of_key(key)} / full) >= bin;
  };
  const std::int32_t end = order_key(infinity);  // falls into the last bin
  std::int32_t below = order_key(-infinity) - 1;
  edges.front() = INT32_MIN;
  for (int k = 1; k < binning.bins(); ++k) {
    const double guess = (binning.low() + binning.extent() * k / binning.bins()) * full;
    const std::int64_t key = order_key(static_cast<float>(guess));
    std::int32_t least = below, reached = end;  // least < edge <= reached
    if (key - near > least && !reaches(static_cast<std::int32_t>(key - near), k))
      least = static_cast<std::int32_t>(key - near);
    if (key + near < reached && key + near > least &&
        reaches(static_cast<std::int32_t>(key + near), k))
      reached = static_cast<std::int32_t>(key + near);
    while (std::int64_t{reached} - least > 1) {
      const auto middle = static_cast<std::int32_t>((std::int64_t{least} + reached) / 2);
      (reaches(middle, k) ? reached : least) = middle;
    }
    edges[static_cast<std::size_t>(k)] = reached;
    below = reached - 1;
  }
  edges.back() = INT32_MAX;
}

void clear(Counts& counts, const Binning& binning, int channels) {
  counts.bins.resize(static_cast<std::size_t>(channels));
  for (auto& bins : counts.bins) bins.assign(static_cast<std::size_t>(binning.bins()), 0);
  counts.not_numbers.assign(static_cast<std::size_t>(channels), 0);
  counts.low = binning.low();
  counts.high = binning.high();
}

void count_values(const Histogram& filter, PixelType type, std::span<const std::uint64_t> values,
                  Counts& counts) {
  const auto each = static_cast<std::size_t>(value_count(type));
  FoundRange found;
  if (finds_range(filter, type)) found = range_of_halves(values);
  const Binning binning = make_binning(filter, type, found);
  clear(counts, binning, static_cast<int>(values.size() / each));
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] == 0) continue;
    const double v = value_of(type, static_cast<int>(i % each));
    if (std::isnan(v))
      counts.not_numbers[i / each] += values[i];
    else
      counts.bins[i / each][static_cast<std::size_t>(binning.bin(v))] += values[i];
  }
}

void count_slots(const Binning& binning, std::span<const std::uint64_t> slots, Counts& counts) {
  const auto bins = static_cast<std::size_t>(binning.bins());
  clear(counts, binning, static_cast<int>(slots.size() / (bins + 1)));
  for (std::size_t c = 0; c < counts.bins.size(); ++c) {
    const auto own = slots.subspan(c * (bins + 1), bins + 1);
    std::copy_n(own.begin(), bins, counts.bins[c].begin());
    counts.not_numbers[c] = own.back();
  }
}

}  // namespace selvage
