// SPDX-License-Identifier: Apache-2.0
#include "io/tiff/tiff_samples.hpp"

#include <cstring>

#include "core/checked.hpp"
#include "io/rows/rescale.hpp"

namespace selvage {
namespace {

// Iterates over stored samples with any number of bits.
class StoredSamples {
 public:
  StoredSamples(const std::byte* bytes, int bits) : bytes_(bytes), bits_(bits) {}

  unsigned next() {
    for (; held_ < bits_; held_ += 8) window_ = window_ << 8 | std::to_integer<unsigned>(*bytes_++);
    held_ -= bits_;
    return window_ >> held_ & ((1u << bits_) - 1u);
  }

 private:
  const std::byte* bytes_;
  int bits_;
  unsigned window_ = 0;  // the low bits are those read last
  int held_ = 0;         // number of bits not yet used
};

}  // namespace

void unpack_bits(const std::byte* bytes, int bits, std::span<std::uint16_t> samples) {
  StoredSamples stored(bytes, bits);
  for (std::uint16_t& sample : samples) sample = static_cast<std::uint16_t>(stored.next());
}

void pack_bits(std::span<const std::uint16_t> samples, int bits, std::byte* bytes) {
  unsigned window = 0;
  int held = 0;
  for (const std::uint16_t sample : samples) {
    window = window << bits | sample;
    for (held += bits; held >= 8; held -= 8)
      *bytes++ = static_cast<std::byte>(window >> (held - 8) & 255u);
  }
  if (held > 0) *bytes = static_cast<std::byte>(window << (8 - held) & 255u);
}

TiffSamples::TiffSamples(const TiffKind& kind)
    : kind_(kind),
      stored_samples_(checked_mul(kind.width, kind.planar ? 1 : kind.stored_channels)) {
  const int scale = static_cast<int>(full_scale(kind.type));
  const int stored_scale = (1 << std::min(kind.bits, 16)) - 1;
  if (is_integer(kind.type) && kind.palette.empty() && stored_scale != scale)
    rescaled_ = rescale_table(stored_scale, scale);
}

void TiffSamples::put(const std::byte* stored, int plane, std::byte* row) const {
  const std::size_t bytes = sample_bytes(kind_.type);
  const bool as_stored = static_cast<std::size_t>(kind_.bits) == 8 * bytes &&
                         kind_.palette.empty() && !kind_.zero_is_white;
  if (as_stored && !kind_.planar) {
    std::memcpy(row, stored, stored_samples_ * bytes);
  } else if (as_stored) {
    const auto channels = static_cast<std::size_t>(kind_.stored_channels);
    row += static_cast<std::size_t>(plane) * bytes;
    for (std::size_t x = 0; x < stored_samples_; ++x)
      std::memcpy(row + x * channels * bytes, stored + x * bytes, bytes);
  } else if (kind_.type == PixelType::u8) {
    put_integers(stored, plane, reinterpret_cast<std::uint8_t*>(row));
  } else {
    put_integers(stored, plane, reinterpret_cast<std::uint16_t*>(row));
  }
}

// libtiff converts 16-bit samples to native order; samples of other depths are a sequence of bits.
template <class T>
void TiffSamples::put_integers(const std::byte* stored, int plane, T* row) const {
  const auto channels = static_cast<std::size_t>(kind_.stored_channels);
  std::vector<std::uint16_t> samples(stored_samples_);
  if (kind_.bits == 16)
    std::memcpy(samples.data(), stored, 2 * stored_samples_);
  else
    unpack_bits(stored, kind_.bits, samples);
  if (!kind_.palette.empty()) {
    for (const std::uint16_t index : samples)
      for (const std::uint8_t colour : kind_.palette[index]) *row++ = colour;
    return;
  }
  if (!rescaled_.empty())
    for (std::uint16_t& sample : samples) sample = rescaled_[sample];
  const std::size_t step = kind_.planar ? channels : 1;
  T* to = row + (kind_.planar ? plane : 0);
  for (std::size_t i = 0; i < samples.size(); ++i) to[i * step] = static_cast<T>(samples[i]);
  if (kind_.zero_is_white && plane == 0)
    for (std::size_t x = 0; x < static_cast<std::size_t>(kind_.width); ++x)
      row[x * channels] = static_cast<T>(full_scale(kind_.type) - row[x * channels]);
}

}  // namespace selvage
