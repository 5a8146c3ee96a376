// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/programs/cache_entry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "backends/gpu/programs/hash.hpp"

namespace selvage::gpu {
namespace {

constexpr std::string_view magic = "selvage program 1\n";

struct Header {
  std::uint64_t key_bytes = 0, value_bytes = 0;
  Hash checksum = {};
};
constexpr std::size_t start_bytes = magic.size() + sizeof(Header);

}  // namespace

std::string entry_name(std::string_view key) {
  const Hash hash = hash_of(std::as_bytes(std::span(key)));
  return fmt::format("{:016x}{:016x}", hash[0], hash[1]);
}

std::vector<std::byte> pack_entry(std::string_view key, std::span<const std::byte> value) {
  std::vector<std::byte> file(start_bytes + key.size() + value.size());
  const auto rest = std::span(file).subspan(start_bytes);
  std::ranges::copy(std::as_bytes(std::span(key)), rest.begin());
  std::ranges::copy(value, rest.subspan(key.size()).begin());
  const Header header{
      .key_bytes = key.size(), .value_bytes = value.size(), .checksum = hash_of(rest)};
  std::memcpy(file.data(), magic.data(), magic.size());
  std::memcpy(file.data() + magic.size(), &header, sizeof header);
  return file;
}

std::vector<std::byte> unpack_entry(std::string_view key, std::span<const std::byte> file) {
  if (file.size() < start_bytes) return {};
  if (std::memcmp(file.data(), magic.data(), magic.size()) != 0) return {};
  Header header;
  std::memcpy(&header, file.data() + magic.size(), sizeof header);
  const auto rest = file.subspan(start_bytes);
  if (header.key_bytes != key.size() || rest.size() < key.size() ||
      header.value_bytes != rest.size() - key.size() || header.checksum != hash_of(rest))
    return {};
  if (!std::ranges::equal(rest.first(key.size()), std::as_bytes(std::span(key)))) return {};
  const auto value = rest.subspan(key.size());
  return {value.begin(), value.end()};
}

}  // namespace selvage::gpu
