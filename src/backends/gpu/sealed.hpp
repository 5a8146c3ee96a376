// SPDX-License-Identifier: Apache-2.0
#pragma once
// Programs as bytes that can be checked before a driver sees them: a driver may read past the end
// of a truncated program, or crash.
//
//   8 bytes kind | 8 bytes checksum of the rest | program

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "selvage/error.hpp"

namespace selvage::gpu {

// FNV-1a, 64 bits.
inline std::uint64_t checksum(std::span<const std::byte> bytes) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const std::byte byte : bytes)
    hash = (hash ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001b3u;
  return hash;
}

inline std::array<std::byte, 16> seal_of(std::string_view kind,
                                         std::span<const std::byte> program) {
  std::array<std::byte, 16> seal = {};
  std::memcpy(seal.data(), kind.data(), kind.size() < 8 ? kind.size() : 8);
  const std::uint64_t sum = checksum(program);
  std::memcpy(seal.data() + 8, &sum, sizeof sum);
  return seal;
}

// `kind` names the driver, in at most 8 letters.
inline std::vector<std::byte> sealed(std::string_view kind, std::span<const std::byte> program) {
  const auto seal = seal_of(kind, program);
  std::vector<std::byte> bytes(seal.size() + program.size());
  std::copy(program.begin(), program.end(), std::copy(seal.begin(), seal.end(), bytes.begin()));
  return bytes;
}

// The program in `bytes`. Throws Error{device} when it is not as sealed() left it.
inline std::span<const std::byte> unsealed(std::string_view kind,
                                           std::span<const std::byte> bytes) {
  constexpr std::size_t seal_bytes = 16;
  if (bytes.size() > seal_bytes) {
    const auto program = bytes.subspan(seal_bytes);
    const auto seal = seal_of(kind, program);
    if (std::memcmp(bytes.data(), seal.data(), seal_bytes) == 0) return program;
  }
  throw Error(Errc::device, "a stored GPU program is damaged or of another driver",
              "it can be built again from its source");
}

}  // namespace selvage::gpu
