// SPDX-License-Identifier: Apache-2.0
// Any bytes as an image file: an image or an Error, in bounded time and memory.

#include <cstdint>
#include <cstdlib>

#include "selvage/error.hpp"
#include "selvage/io.hpp"

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
