// SPDX-License-Identifier: Apache-2.0
#pragma once
// Advice to the system about pages of memory. The first touch of a page, which the system clears,
// takes longer than copying its contents; for small pages several times as long.

#include <cstddef>

namespace selvage {

inline constexpr std::size_t huge_page = std::size_t{2} << 20;  // bytes

// Asks for huge pages. `first` is aligned to one.
void prefer_huge_pages(std::byte* first, std::size_t bytes) noexcept;

// Touches every page of the memory as a write would, and leaves its contents as they are.
void populate(std::byte* first, std::size_t bytes) noexcept;

}  // namespace selvage
