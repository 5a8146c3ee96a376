// SPDX-License-Identifier: Apache-2.0
#pragma once
// 128-bit FNV-1a, for names and to detect damage. It does not protect against attackers.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace selvage::gpu {

using Hash = std::array<std::uint64_t, 2>;

inline Hash hash_of(std::span<const std::byte> bytes) {
  __extension__ using Wide = unsigned __int128;
  constexpr Wide prime = (Wide{1} << 88) + 0x13b;
  Wide hash = (Wide{0x6c62272e07bb0142} << 64) + 0x62b821756295c58d;
  for (const std::byte byte : bytes) hash = (hash ^ std::to_integer<unsigned>(byte)) * prime;
  return {static_cast<std::uint64_t>(hash >> 64), static_cast<std::uint64_t>(hash)};
}

}  // namespace selvage::gpu
