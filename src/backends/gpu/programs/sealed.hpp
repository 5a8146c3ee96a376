// SPDX-License-Identifier: Apache-2.0
#pragma once
// Seals programs with a checksum that is verified before a driver sees them: a driver may read past
// the end of a truncated program, or crash.
//
//   8 bytes kind | 16 bytes checksum of the rest | program

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "backends/gpu/programs/hash.hpp"
#include "selvage/error.hpp"

namespace selvage::gpu {

using Seal = std::array<std::byte, 8 + sizeof(Hash)>;

inline Seal seal_of(std::string_view kind, std::span<const std::byte> program) {
  Seal seal = {};
  std::memcpy(seal.data(), kind.data(), kind.size() < 8 ? kind.size() : 8);
  const Hash checksum = hash_of(program);
  std::memcpy(seal.data() + 8, &checksum, sizeof checksum);
  return seal;
}

// `kind` names the driver, in at most 8 letters.
inline std::vector<std::byte> sealed(std::string_view kind, std::span<const std::byte> program) {
  const auto seal = seal_of(kind, program);
  std::vector<std::byte> bytes(seal.size() + program.size());
  std::copy(program.begin(), program.end(), std::copy(seal.begin(), seal.end(), bytes.begin()));
  return bytes;
}

// Returns the program in `bytes`. Throws Error{device} if they are not what sealed() returned.
inline std::span<const std::byte> unsealed(std::string_view kind,
                                           std::span<const std::byte> bytes) {
  constexpr std::size_t seal_bytes = sizeof(Seal);
  if (bytes.size() > seal_bytes) {
    const auto program = bytes.subspan(seal_bytes);
    const auto seal = seal_of(kind, program);
    if (std::memcmp(bytes.data(), seal.data(), seal_bytes) == 0) return program;
  }
  throw Error(Errc::device, "a stored GPU program is damaged or from another driver",
              "build it again from its source");
}

}  // namespace selvage::gpu
