// SPDX-License-Identifier: Apache-2.0
#pragma once
// The parts of a histogram that all backends share: the samples that count, the bin of a sample,
// and the conversion of counted values to bins.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "selvage/engine.hpp"
#include "selvage/filters.hpp"
#include "selvage/image.hpp"

namespace selvage {

// Returns the channels of `image` that the filter counts as a separate image.
ConstImageView counted_part(const Histogram& filter, const ConstImageView& image);
inline int counted_channels(const Histogram& filter, int channels) {
  return filter.channel ? 1 : channels;
}

// Maps a float's bits to an integer that grows with the float, and back. -0 comes just below 0.
constexpr std::int32_t order_key(std::int32_t bits) {
  return bits ^ ((bits >> 31) & 0x7fffffff);
}
inline std::int32_t order_key(float v) {
  return order_key(std::bit_cast<std::int32_t>(v));
}
inline float float_of_key(std::int32_t key) {
  return std::bit_cast<float>(order_key(key));
}

// The keys of the least and the largest finite sample.
struct FoundRange {
  std::int32_t least = INT32_MAX, largest = INT32_MIN;

  bool empty() const { return least > largest; }
  void include(const FoundRange& other) {
    least = std::min(least, other.least);
    largest = std::max(largest, other.largest);
  }
};

// Returns whether the samples' range must be found before they can be counted.
inline bool finds_range(const Histogram& filter, PixelType type) {
  return !is_integer(type) && !(filter.low && filter.high);
}

// Maps a sample to its bin: floor((v - low) / (high - low) * bins), clamped to the first and last
// bin, in double precision and in this order. If low >= high, samples above low fall into the last
// bin and all others into the first. The bin never decreases as v grows.
class Binning {
 public:
  Binning(double low, double high, int bins)
      : low_(low), high_(high), extent_(high - low), bins_(bins), last_(bins - 1.0) {}

  double low() const { return low_; }
  double high() const { return high_; }
  double extent() const { return extent_; }
  int bins() const { return bins_; }

  // Returns the bin of a sample in its unit. It must not be NaN.
  int bin(double v) const {
    if (extent_ <= 0.0) return v > low_ ? bins_ - 1 : 0;
    const double place = (v - low_) / extent_ * bins_;
    return static_cast<int>(place > 0.0 ? (place < last_ ? place : last_) : 0.0);
  }

 private:
  double low_, high_, extent_;
  int bins_;
  double last_;
};

// Returns the binning of a filter. If the filter finds its range, that is `found`, or 0 and 1 if
// `found` is empty.
Binning make_binning(const Histogram& filter, PixelType type, const FoundRange& found);

// Finds the edges of bins for devices without double precision. edges[k] is the key of the least
// float that falls into bin k or a later one, with stored samples as floats; edges[0] lies below
// and edges[bins] above every key.
void find_edges(const Binning& binning, PixelType type, std::span<std::int32_t> edges);

// Sets `counts` to zero for this many counted channels.
void clear(Counts& counts, const Binning& binning, int channels);

// Returns how many stored values the 8 or 16 bits of a sample have.
constexpr int value_count(PixelType type) {
  return type == PixelType::u8 ? 256 : 65536;
}
// Returns the counter tables of a CPU thread; channels take turns. There are several if they are
// small, so that those in use stay in the first cache. The planner counts them and the backend
// allocates them.
constexpr int count_tables(std::size_t slots, int channels) {
  if (slots <= 1025) return 12;
  return channels == 3 ? 3 : 4;
}
// Returns the counters of a channel on a device: stored values (u8), or bins and then NaN.
inline int device_slots(const Histogram& filter, PixelType type) {
  return type == PixelType::u8 ? value_count(type) : filter.bins + 1;
}
// Fills in `counts` from the number of each stored value, values[channel][stored bits]. Not for
// f32.
void count_values(const Histogram& filter, PixelType type, std::span<const std::uint64_t> values,
                  Counts& counts);

// Fills in `counts` from the number of samples in each bin and, last, of NaN: slots[channel][bins +
// 1].
void count_slots(const Binning& binning, std::span<const std::uint64_t> slots, Counts& counts);

}  // namespace selvage
