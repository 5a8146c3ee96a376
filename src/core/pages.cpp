// SPDX-License-Identifier: Apache-2.0
#include "core/pages.hpp"

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

#include <cstdint>

namespace selvage {

// Both are only hints, which old systems do without.
void prefer_huge_pages([[maybe_unused]] std::byte* first,
                       [[maybe_unused]] std::size_t bytes) noexcept {
#ifdef MADV_HUGEPAGE
  madvise(first, bytes, MADV_HUGEPAGE);
#endif
}

void populate([[maybe_unused]] std::byte* first, [[maybe_unused]] std::size_t bytes) noexcept {
#ifdef MADV_POPULATE_WRITE
  static const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t before = reinterpret_cast<std::uintptr_t>(first) % page;
  madvise(first - before, bytes + before, MADV_POPULATE_WRITE);
#endif
}

}  // namespace selvage
