// SPDX-License-Identifier: Apache-2.0
#pragma once
// Unsigned integers in untrusted bytes.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace selvage {

class Fields {
 public:
  Fields(std::span<const std::byte> bytes, std::endian order) : bytes_(bytes), order_(order) {}

  std::size_t size() const { return bytes_.size(); }
  bool has(std::size_t offset, std::size_t count) const {
    return offset <= bytes_.size() && count <= bytes_.size() - offset;
  }
  // Return 0 for fields that lie outside the bytes.
  std::uint32_t u16(std::size_t offset) const { return number(offset, 2); }
  std::uint32_t u32(std::size_t offset) const { return number(offset, 4); }

 private:
  std::uint32_t number(std::size_t offset, std::size_t count) const {
    if (!has(offset, count)) return 0;
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t next = order_ == std::endian::big ? i : count - 1 - i;
      value = value << 8 | std::to_integer<std::uint32_t>(bytes_[offset + next]);
    }
    return value;
  }

  std::span<const std::byte> bytes_;
  std::endian order_;
};

}  // namespace selvage
