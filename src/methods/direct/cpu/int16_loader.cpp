// SPDX-License-Identifier: Apache-2.0
#include "methods/direct/cpu/int16_loader.hpp"

#include <algorithm>
#include <array>

namespace selvage::cpu {

TileLoader<std::int16_t>::TileLoader(const Pass& pass, const Problem& problem, float distance_scale,
                                     const VectorRows& vectors, Int16Row int16_row)
    : floats_(pass, problem, distance_scale, vectors),
      middle_(128.0f * distance_scale),
      int16_row_(int16_row) {}

bool TileLoader<std::int16_t>::load_row(const Source& source, int x, int y, int pixels,
                                        std::int16_t* out, std::ptrdiff_t plane,
                                        std::uint8_t* valid) const {
  constexpr std::ptrdiff_t chunk = 512;  // pixels; a tile's row is shorter
  std::array<float, std::size_t{8} * chunk> row;
  bool holes = false;
  for (int first = 0; first < pixels; first += int{chunk}) {
    const int count = std::min(int{chunk}, pixels - first);
    holes |= floats_.load_row(source, x + first, y, count, row.data(), chunk, valid + first);
    for (int p = 0; p < layout().planes(); ++p)
      int16_row_(row.data() + p * chunk, count, middle_, out + p * plane + first);
  }
  return holes;
}

}  // namespace selvage::cpu
