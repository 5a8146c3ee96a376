// SPDX-License-Identifier: Apache-2.0
#pragma once
// Format of a file of the program cache:
//   "selvage program 1\n", the sizes of key and value and the checksum of both (8, 8 and 16 bytes
//   in the machine's order), the key, the value, and nothing after it

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace selvage::gpu {

std::string entry_name(std::string_view key);  // file name: 32 hexadecimal digits

std::vector<std::byte> pack_entry(std::string_view key, std::span<const std::byte> value);
// Returns the value; empty unless the bytes are a complete entry of this key.
std::vector<std::byte> unpack_entry(std::string_view key, std::span<const std::byte> file);

}  // namespace selvage::gpu
