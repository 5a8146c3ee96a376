// SPDX-License-Identifier: Apache-2.0
#include "methods/direct/cpu/byte_loader.hpp"

#include <algorithm>
#include <array>

namespace selvage::cpu {

TileLoader<std::int8_t>::TileLoader(const Pass& pass, const Problem& problem,
                                    const VectorRows& vectors, ByteRow byte_row)
    : floats_(pass, problem, 1.0f, vectors), byte_row_(byte_row) {}

bool TileLoader<std::int8_t>::load_row(const Source& source, int x, int y, int pixels,
                                       std::int8_t* out, std::ptrdiff_t plane,
                                       std::uint8_t* valid) const {
  constexpr std::ptrdiff_t chunk = 512;  // pixels; a tile's row is shorter
  std::array<float, std::size_t{8} * chunk> row;
  for (int first = 0; first < pixels; first += int{chunk}) {
    const int count = std::min(int{chunk}, pixels - first);
    floats_.load_row(source, x + first, y, count, row.data(), chunk, valid + first);
    for (int p = 0; p < layout().planes(); ++p)
      byte_row_(row.data() + p * chunk, count, out + p * plane + first);
  }
  return false;
}

}  // namespace selvage::cpu
