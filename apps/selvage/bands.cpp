// SPDX-License-Identifier: Apache-2.0
#include "bands.hpp"

#include <algorithm>
#include <cstdint>

namespace selvage::cli {
namespace {

// Tiles of the CPU end at multiples of it.
constexpr int even_rows = 32;
// A few milliseconds of the fastest filters on a fast machine; a few megabytes.
constexpr std::int64_t comfortable_pixels = std::int64_t{4} << 20;
constexpr int comfortable_halos = 16;

int rounded_up(int value, int step) {
  return (value + step - 1) / step * step;
}

}  // namespace

Rows rows_read(Rows computed, int height, Border border, int halo) {
  const std::int64_t first = std::int64_t{computed.first} - halo;
  const std::int64_t end = std::int64_t{computed.end} + halo;
  if (border == Border::wrap && (first < 0 || end > height)) return {0, height};
  return {static_cast<int>(std::max<std::int64_t>(first, 0)),
          static_cast<int>(std::min<std::int64_t>(end, height))};
}

Rows Cut::band(Rows all, int index) const {
  const std::int64_t first = all.first + std::int64_t{index} * height;
  return {static_cast<int>(first),
          static_cast<int>(std::min<std::int64_t>(first + height, all.end))};
}

Cut cut(int rows, int most) {
  const int count = (rows + most - 1) / most;
  const int equal = (rows + count - 1) / count;
  const int height = std::min(most, rounded_up(equal, even_rows));
  return {height, (rows + height - 1) / height};
}

int comfortable_height(int width, int halo) {
  const std::int64_t rows =
      std::max(comfortable_pixels / width, std::int64_t{comfortable_halos} * halo);
  return rounded_up(static_cast<int>(std::max<std::int64_t>(rows, 1)), even_rows);
}

int fitting_height(int height, std::size_t allowed,
                   const std::function<std::size_t(int height)>& memory) {
  while (height > 1 && memory(height) > allowed) height = (height + 1) / 2;
  return height;
}

}  // namespace selvage::cli
