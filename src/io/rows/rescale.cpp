// SPDX-License-Identifier: Apache-2.0
#include "io/rows/rescale.hpp"

#include <cstddef>

namespace selvage {

std::vector<std::uint16_t> rescale_table(int from, int to) {
  std::vector<std::uint16_t> table(static_cast<std::size_t>(from) + 1);
  const std::uint64_t half = static_cast<std::uint64_t>(from) / 2;
  for (std::size_t v = 0; v < table.size(); ++v)
    table[v] = static_cast<std::uint16_t>((v * static_cast<std::uint64_t>(to) + half) /
                                          static_cast<std::uint64_t>(from));
  return table;
}

}  // namespace selvage
