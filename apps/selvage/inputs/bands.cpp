// SPDX-License-Identifier: Apache-2.0
#include "inputs/bands.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace selvage::cli {
namespace {

// CPU tiles end at multiples of this.
constexpr int even_rows = 32;
// A few milliseconds for the fastest filters on a fast machine; a few megabytes.
constexpr std::int64_t comfortable_pixels = std::int64_t{4} << 20;
constexpr int comfortable_halos = 16;

// Returns how many parts of the given size cover the whole.
std::int64_t covering(std::int64_t whole, std::int64_t part) {
  return (whole + part - 1) / part;
}

std::int64_t even(std::int64_t rows) {
  return even_rows * covering(rows, even_rows);
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
  const std::int64_t equal = covering(rows, covering(rows, most));
  const std::int64_t height = std::min<std::int64_t>(most, even(equal));
  return {static_cast<int>(height), static_cast<int>(covering(rows, height))};
}

int comfortable_height(int width, int halo) {
  const std::int64_t rows =
      std::max(comfortable_pixels / width, std::int64_t{comfortable_halos} * halo);
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  return static_cast<int>(std::min(most, even(std::max<std::int64_t>(rows, 1))));
}

int fitting_height(int height, std::size_t allowed,
                   const std::function<std::size_t(int height)>& memory) {
  while (height > 1 && memory(height) > allowed) height -= height / 2;
  return height;
}

}  // namespace selvage::cli
