// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads and writes structures whose first field is their size, across versions of the interface.

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "selvage/error.hpp"
#include "selvage/selvage.h"

namespace selvage::capi {

// The size of T in the first version that had it. When T grows, it gets a specialisation with its
// former size; the new fields begin at or after that, so that no padding becomes a field.
template <class T>
inline constexpr std::size_t first_size = sizeof(T);
template <>
inline constexpr std::size_t first_size<selvage_view> = 72;
template <>
inline constexpr std::size_t first_size<selvage_const_view> = 72;
template <>
inline constexpr std::size_t first_size<selvage_frame> = 40;
template <>
inline constexpr std::size_t first_size<selvage_request> = offsetof(selvage_request, sample_extent);

// No structure will be larger. A larger size means that the structure was not initialised.
inline constexpr std::size_t largest_structure = 4096;

// Fields that this version does not know must be 0, which asks for nothing.
inline void check_size(std::string_view what, const void* given, std::size_t size,
                       std::size_t least, std::size_t known) {
  if (size < least || size > largest_structure)
    throw Error(Errc::invalid_argument,
                fmt::format("{}: size {} is outside {}..{}", what, size, least, largest_structure),
                "initialise the structure with its function NAME_init");
  const auto* bytes = static_cast<const unsigned char*>(given);
  if (size > known && std::any_of(bytes + known, bytes + size, [](auto byte) { return byte != 0; }))
    throw Error(
        Errc::unsupported,
        fmt::format("{}: has a field that this version of the library does not know", what),
        "use the library version of the header that the program was compiled with, or newer");
}

// Returns the caller's structure as this version knows it. Fields missing in it come from `known`.
template <class T>
T read(const T* given, std::string_view what, T known = {}) {
  static_assert(std::is_trivially_copyable_v<T>);
  if (!given) throw Error(Errc::invalid_argument, fmt::format("{} is NULL", what));
  const std::size_t size = given->size;
  check_size(what, given, size, first_size<T>, sizeof(T));
  std::memcpy(&known, given, std::min(size, sizeof(T)));
  return known;
}

// Writes `value` into the caller's structure of `size` bytes, which may be of another version.
template <class T>
selvage_status write(T* place, std::size_t size, T value) noexcept {
  if (!place || size < first_size<T> || size > largest_structure)
    return SELVAGE_ERROR_INVALID_ARGUMENT;
  value.size = size;
  std::memset(static_cast<void*>(place), 0, size);
  std::memcpy(static_cast<void*>(place), &value, std::min(size, sizeof(T)));
  return SELVAGE_OK;
}

}  // namespace selvage::capi
