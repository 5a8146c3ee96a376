// SPDX-License-Identifier: Apache-2.0
#pragma once
// Copies rows between images and staging memory with SIMD instructions.

#include <array>
#include <cstddef>

namespace selvage::gpu {

// Copies to memory that a device reads next. Ordinary stores would leave it in this core's cache,
// from which the device reads more slowly (docs/journal/0034).
void streaming_copy(std::byte* to, const std::byte* from, std::size_t bytes);

// Where the samples of each channel begin; null after the last channel.
template <class Byte>
using Planes = std::array<Byte*, 4>;

// Interleave the samples of 2 to 4 channels, or separate them; `sample` has 1, 2 or 4 bytes.
void interleave(std::byte* to, const Planes<const std::byte>& from, std::size_t pixels,
                std::size_t sample);
void separate(const Planes<std::byte>& to, const std::byte* from, std::size_t pixels,
              std::size_t sample);

}  // namespace selvage::gpu
