// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "noise/tile.hpp"
#include "selvage/error.hpp"

namespace selvage {

NoiseLattice noise_lattice(int length) {
  constexpr int most_tiles = 32;
  if (length < 1)
    throw Error(Errc::invalid_argument, fmt::format("a side of {} pixels has no lattice", length));
  NoiseLattice lattice{.tile = std::min(length, most_of_tile)};
  const int tiles = std::clamp(length / most_of_tile, 1, most_tiles);
  // The first tile begins at 0, and the last one ends at the end. They do not overlap, since
  // tiles * tile <= length. If the length is tiles * tile, they touch: copied side by side, tiles
  // keep their place.
  for (std::int64_t i = 0; i < tiles; ++i)
    lattice.starts.push_back(
        static_cast<int>(i * (length - lattice.tile) / std::max(1, tiles - 1)));
  return lattice;
}

}  // namespace selvage
