// SPDX-License-Identifier: Apache-2.0
#pragma once
// Stored samples of a TIFF as samples of an image.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "io/tiff_kind.hpp"

namespace selvage {

class TiffSamples {
 public:
  explicit TiffSamples(const TiffKind& kind);

  // Puts a stored row (of one plane, or of all channels) where it belongs in a row of the image.
  void put(const std::byte* stored, int plane, std::byte* row) const;

 private:
  template <class T>
  void put_integers(const std::byte* stored, int plane, T* row) const;

  const TiffKind& kind_;
  std::size_t stored_samples_;           // of a stored row
  std::vector<std::uint16_t> rescaled_;  // of each stored value; empty: the value itself
};

// The bits of a row, high ones first, as samples of up to 16 bits, and the other way round. A row
// begins at a whole byte; `bytes` holds what the samples need.
void unpack_bits(const std::byte* bytes, int bits, std::span<std::uint16_t> samples);
void pack_bits(std::span<const std::uint16_t> samples, int bits, std::byte* bytes);

}  // namespace selvage
