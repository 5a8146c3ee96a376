// SPDX-License-Identifier: Apache-2.0
#pragma once
// Conversion of the stored samples of a TIFF to samples of an image.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "io/tiff/tiff_kind.hpp"

namespace selvage {

class TiffSamples {
 public:
  explicit TiffSamples(const TiffKind& kind);

  // Converts a stored row, of one plane or of all channels, into a row of the image.
  void put(const std::byte* stored, int plane, std::byte* row) const;

 private:
  template <class T>
  void put_integers(const std::byte* stored, int plane, T* row) const;

  const TiffKind& kind_;
  std::size_t stored_samples_;           // per stored row
  std::vector<std::uint16_t> rescaled_;  // by stored value; empty: values stay
};

// Convert between the bits of a row, high bits first, and samples of up to 16 bits. A row begins at
// a byte boundary; `bytes` is large enough for the samples.
void unpack_bits(const std::byte* bytes, int bits, std::span<std::uint16_t> samples);
void pack_bits(std::span<const std::uint16_t> samples, int bits, std::byte* bytes);

}  // namespace selvage
