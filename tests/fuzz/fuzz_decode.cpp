// SPDX-License-Identifier: Apache-2.0
// Decodes any bytes as an image file: the result is an image or an Error, in bounded time and
// memory.

#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "selvage/error.hpp"
#include "selvage/io.hpp"

namespace {

constexpr std::size_t png_signature = 8;  // bytes

std::uint8_t* put(std::uint8_t* at, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) *at++ = static_cast<std::uint8_t>(value >> shift);
  return at;
}

std::uint32_t number_at(const std::uint8_t* at) {
  return std::uint32_t{at[0]} << 24 | at[1] << 16 | at[2] << 8 | at[3];
}

// Corrects the checksums of chunks (length, type, data, checksum of type and data). Otherwise
// almost every change to a PNG would end at a wrong checksum.
void correct_checksums(std::span<std::uint8_t> png) {
  std::uint8_t* at = png.data() + png_signature;
  std::size_t left = png.size() - png_signature;
  while (left >= 12) {
    const std::size_t length = std::min<std::size_t>(number_at(at), left - 12);
    const auto sum = crc32(0, at + 4, static_cast<uInt>(length + 4));
    at = put(at + 8 + length, static_cast<std::uint32_t>(sum));
    left -= length + 12;
  }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned int seed) {
  const std::size_t changed = LLVMFuzzerMutate(data, size, most);
  const bool is_png = changed > png_signature && data[0] == 0x89 && data[1] == 'P';
  if (is_png && seed % 8 != 0) correct_checksums({data, changed});
  return changed;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr selvage::Limits small{.max_pixels = 1 << 20, .max_side = 1 << 16};
  try {
    selvage::decode(std::as_bytes(std::span(data, size)), small);
  } catch (const selvage::Error& error) {
    using enum selvage::Errc;
    if (error.code() != input && error.code() != limit) std::abort();
  }
  return 0;
}
