// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "reference/reference.hpp"

namespace selvage::reference {
namespace {

// Returns all samples of one channel in all images.
std::vector<double> channel_of(const ConstImageView& image, int channel) {
  std::vector<double> values;
  for (int b = 0; b < image.batch; ++b) {
    const Samples samples = read(image.image(b));
    for (int y = 0; y < samples.height; ++y)
      for (int x = 0; x < samples.width; ++x) values.push_back(samples.at(x, y, channel));
  }
  return values;
}

// Sets `low` and `high` if they are not given.
void find_range(Counts& counts, const std::vector<std::vector<double>>& channels) {
  std::optional<double> least, largest;
  for (const auto& values : channels)
    for (const double v : values) {
      if (!std::isfinite(v)) continue;
      least = std::min(v, least.value_or(v));
      largest = std::max(v, largest.value_or(v));
    }
  if (!least) return;  // 0 and 1
  counts.low = *least;
  counts.high = *largest;
}

std::size_t bin_of(double v, const Counts& counts, int bins) {
  // If the range is empty, samples above it fall into the last bin and all others into the first.
  if (counts.low >= counts.high)
    return v > counts.low ? static_cast<std::size_t>(bins) - 1 : std::size_t{0};
  const double bin = std::floor((v - counts.low) / (counts.high - counts.low) * bins);
  return static_cast<std::size_t>(std::clamp(bin, 0.0, bins - 1.0));
}

}  // namespace

Counts histogram(const Histogram& filter, const ConstImageView& image) {
  std::vector<std::vector<double>> channels;
  for (int c = 0; c < image.channels; ++c)
    if (filter.channel.value_or(c) == c) channels.push_back(channel_of(image, c));

  Counts counts;
  if (!is_integer(image.type)) find_range(counts, channels);
  if (filter.low) counts.low = *filter.low;
  if (filter.high) counts.high = *filter.high;
  for (const auto& values : channels) {
    counts.bins.emplace_back(static_cast<std::size_t>(filter.bins));
    counts.not_numbers.push_back(0);
    for (const double v : values) {
      if (std::isnan(v))
        ++counts.not_numbers.back();
      else
        ++counts.bins.back()[bin_of(v, counts, filter.bins)];
    }
  }
  return counts;
}

}  // namespace selvage::reference
