// SPDX-License-Identifier: Apache-2.0
#include "methods/histogram/cpu/histogram_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <type_traits>

#include "core/checked.hpp"
#include "core/samples.hpp"

namespace selvage::cpu {
namespace {

constexpr int chunk_samples = 504;  // a multiple of every possible number of tables

// Counters between two tables. A processor first compares addresses modulo 4 KiB, so tables must
// not be a multiple of that apart.
constexpr std::size_t gap = 16;

std::size_t slots_of(PixelType type, int bins) {
  return static_cast<std::size_t>(type == PixelType::f32 ? bins + 1 : value_count(type));
}

template <class T>
T load(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

// Counts slot(0), slot(1), ... in one table after the other. Each takes one load and one store,
// which a processor does in one cycle. `Stride`, from table to table, may be a constant.
template <int tables, class Slot, class Stride>
//
// NOLINTNEXTLINE(readability-non-const-parameter): it is written
void count_slots(Slot slot, std::size_t count, std::uint32_t* counters, Stride stride) {
  constexpr int block = 12;
  static_assert(block % tables == 0);
  std::size_t i = 0;
  for (; i + block <= count; i += block) {
#pragma GCC unroll 12
    for (int k = 0; k < block; ++k)
      ++counters[static_cast<std::size_t>(k % tables) * stride +
                 slot(i + static_cast<std::size_t>(k))];
  }
  for (; i < count; ++i) ++counters[i % tables * stride + slot(i)];
}

// As count_slots, for the bytes of one channel. The bytes of two words take turns, so one load
// serves eight.
// NOLINTNEXTLINE(readability-non-const-parameter): it is written
void count_bytes(const std::byte* data, std::size_t count, std::uint32_t* counters) {
  constexpr std::size_t stride = 256 + gap;
  const auto add = [&](int table, std::uint64_t byte) {
    ++counters[static_cast<std::size_t>(table) * stride + byte];
  };
  std::size_t i = 0;
  for (; i + 16 <= count; i += 16) {
    const auto first = load<std::uint64_t>(data + i), second = load<std::uint64_t>(data + i + 8);
#pragma GCC unroll 8
    for (int k = 0; k < 8; ++k) {
      add(k % 6, first >> (8 * k) & 0xff);
      add(k % 6 + 6, second >> (8 * k) & 0xff);
    }
  }
  for (; i < count; ++i) add(0, std::to_integer<std::uint64_t>(data[i]));
}

// Returns the range of the finite samples.
FoundRange range_of(const float* samples, int count) {
  std::int32_t least = INT32_MAX, largest = INT32_MIN;  // integers let the loop vectorise
  for (int i = 0; i < count; ++i) {
    const std::int32_t key = order_key(std::bit_cast<std::int32_t>(samples[i]));
    least = std::min(least, key);
    largest = std::max(largest, key);
  }
  // Infinities and NaN are outside the range of all other values.
  constexpr float top = std::numeric_limits<float>::max();
  if (least >= order_key(-top) && largest <= order_key(top)) return {least, largest};
  FoundRange found;
  for (int i = 0; i < count; ++i)
    if (std::isfinite(samples[i])) found.include({order_key(samples[i]), order_key(samples[i])});
  return found;
}

// Computes Binning::bin of each sample, and `bins` for NaN, in a form that vectorises.
void find_bins(const float* samples, int count, const Binning& binning, std::int32_t* out) {
  const double low = binning.low(), extent = binning.extent();
  const double bins = binning.bins(), last = bins - 1.0;
  if (extent <= 0.0) {
    for (int i = 0; i < count; ++i) {
      const double v = samples[i];
      out[i] = v != v ? binning.bins() : binning.bin(v);
    }
    return;
  }
  for (int i = 0; i < count; ++i) {
    const double v = samples[i];
    const double place = (v - low) / extent * bins;
    const double above = place > 0.0 ? place : 0.0;
    const double inside = above < last ? above : last;
    out[i] = static_cast<std::int32_t>(v != v ? bins : inside);
  }
}

}  // namespace

SampleCounter::SampleCounter(PixelType type, int bins, int channels)
    : type_(type),
      channels_(channels),
      slots_(slots_of(type, bins)),
      tables_(count_tables(slots_, channels)),
      counters_(static_cast<std::size_t>(tables_) * (slots_ + gap)),
      chunk_(chunk_samples * sample_bytes(type)),
      bins_(type == PixelType::f32 ? chunk_samples : 0) {}

// Calls f(samples, count) for the rows of an image. If the samples of a row are not adjacent,
// copies chunks of them together first.
template <class F>
void SampleCounter::for_each_run(const ConstImageView& part, F f) {
  if (rows_are_solid(part)) {
    const std::size_t samples = checked_mul(part.width, part.channels);
    for (int y = 0; y < part.height; ++y) f(part.at(0, y), samples);
    return;
  }
  const std::size_t size = sample_bytes(type_);
  const int widest = chunk_samples / part.channels;
  const std::size_t step = size * static_cast<std::size_t>(part.channels);
  for (int y = 0; y < part.height; ++y)
    for (int x = 0; x < part.width; x += widest) {
      const int pixels = std::min(widest, part.width - x);
      for (int c = 0; c < part.channels; ++c) {
        const std::byte* from = part.at(x, y, c);
        std::byte* to = chunk_.data() + static_cast<std::size_t>(c) * size;
        for (int i = 0; i < pixels; ++i, from += part.stride.pixel, to += step)
          std::memcpy(to, from, size);
      }
      f(chunk_.data(), checked_mul(pixels, part.channels));
    }
}

FoundRange SampleCounter::find(const ConstImageView& part) {
  FoundRange found;
  for_each_run(part, [&](const std::byte* data, std::size_t count) {
    float samples[chunk_samples];
    for (std::size_t i = 0; i < count; i += chunk_samples) {
      const std::size_t some = std::min<std::size_t>(chunk_samples, count - i);
      std::memcpy(samples, data + i * sizeof(float), some * sizeof(float));
      found.include(range_of(samples, static_cast<int>(some)));
    }
  });
  return found;
}

void SampleCounter::count(const ConstImageView& part, const Binning& binning) {
  for_each_run(part, [&](const std::byte* samples, std::size_t count) {
    counted_ += count;
    switch (tables_) {
      case 3: return count_run<3>(samples, count, binning);
      case 4: return count_run<4>(samples, count, binning);
      case 12: return count_run<12>(samples, count, binning);
      default: throw std::logic_error("a number of tables without code");
    }
  });
}

template <int tables>
void SampleCounter::count_run(const std::byte* data, std::size_t count, const Binning& binning) {
  std::uint32_t* const counters = counters_.data();
  switch (type_) {
    case PixelType::u8:
      if (tables == 12 && channels_ == 1) return count_bytes(data, count, counters);
      return count_slots<tables>(
          [&](std::size_t i) { return std::to_integer<std::size_t>(data[i]); }, count, counters,
          std::integral_constant<std::size_t, 256 + gap>{});
    case PixelType::u16:
    case PixelType::f16:
      return count_slots<tables>(
          [&](std::size_t i) { return std::size_t{load<std::uint16_t>(data + 2 * i)}; }, count,
          counters, std::integral_constant<std::size_t, 65536 + gap>{});
    case PixelType::f32: break;
  }
  float samples[chunk_samples];
  for (std::size_t first = 0; first < count; first += chunk_samples) {
    const std::size_t some = std::min<std::size_t>(chunk_samples, count - first);
    std::memcpy(samples, data + first * sizeof(float), some * sizeof(float));
    find_bins(samples, static_cast<int>(some), binning, bins_.data());
    count_slots<tables>([&](std::size_t i) { return static_cast<std::size_t>(bins_[i]); }, some,
                        counters, slots_ + gap);
  }
}

void SampleCounter::add_to(std::span<std::uint64_t> totals) {
  for (int t = 0; counted_ > 0 && t < tables_; ++t) {
    std::uint32_t* const table = counters_.data() + static_cast<std::size_t>(t) * (slots_ + gap);
    std::uint64_t* const total = totals.data() + static_cast<std::size_t>(t % channels_) * slots_;
    for (std::size_t i = 0; i < slots_; ++i) total[i] += table[i];
    std::fill_n(table, slots_, 0u);
  }
  counted_ = 0;
}

}  // namespace selvage::cpu
