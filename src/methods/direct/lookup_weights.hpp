// SPDX-License-Identifier: Apache-2.0
#pragma once
// Weights in tables: what the loops of candidates "lookup" and "lookup24" read and what their error
// bound enumerates.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "filters/window.hpp"

namespace selvage::lookup {

// Distances between bytes. A table has an entry for each; the last one serves all larger distances.
inline constexpr int distances = 256;

// The entry that stands for weight 1. Entries have two or three bytes.
constexpr int whole(int bytes) {
  return (1 << (8 * bytes)) - 1;
}

// One instruction reads from a table of 128 bytes.
inline constexpr int half_table = 128;
enum class Reach {
  near,    // weights vanish before the end of the first half
  middle,  // in the second half, the highest bytes are 0
  far,
};

// Taps with the same spatial weight, four at a time: (+-dx, +-dy) or, if dy = 0, (+-dx, 0) and
// (0, +-dx). If dx and dy differ and are not 0, (+-dy, +-dx) share the weight, too.
struct Ring {
  int dx = 1, dy = 0;    // dx >= dy >= 0
  double spatial = 1.0;  // exp(-(dx^2 + dy^2) / 2 sigma_space^2)
  int doublings = 0;     // weights in the table are multiplied by 2^doublings, and stay at most 1

  int taps() const { return dy == 0 || dx == dy ? 4 : 8; }
};
inline constexpr int most_doublings = 20;

// Returns the rings of a window, those with equal doublings one after another: their sums have the
// same unit.
inline std::vector<Ring> rings(Window window, int radius, double sigma_space) {
  std::vector<Ring> all;
  for (int dx = 1; dx <= radius; ++dx)
    for (int dy = 0; dy <= std::min(dx, row_extent(window, radius, dx)); ++dy) {
      Ring ring{.dx = dx, .dy = dy};
      ring.spatial = std::exp(-0.5 * (dx * dx + dy * dy) / (sigma_space * sigma_space));
      while (ring.doublings < most_doublings && std::ldexp(ring.spatial, ring.doublings) <= 0.5)
        ++ring.doublings;
      all.push_back(ring);
    }
  std::ranges::stable_sort(all, {}, &Ring::doublings);
  return all;
}

// exp(-d^2 / 2 sigma^2) for every distance d; sigma in levels of 1/255.
inline std::array<double, distances> range_weights(double sigma) {
  std::array<double, distances> weights{};
  for (int d = 0; d < distances; ++d)
    weights[static_cast<std::size_t>(d)] = std::exp(-0.5 * d * d / (sigma * sigma));
  return weights;
}

// The entry of a ring's table for range weight 1, before it is rounded.
inline double entry_scale(const Ring& ring, int bytes) {
  return whole(bytes) * std::ldexp(ring.spatial, ring.doublings);
}

// Returns the entry of a ring's table for a range weight.
inline int entry(double entry_scale, double range_weight) {
  const double half_more = entry_scale * range_weight + 0.5;  // so that cutting off rounds
  return static_cast<int>(half_more);
}
inline int entry(const Ring& ring, double range_weight, int bytes) {
  return entry(entry_scale(ring, bytes), range_weight);
}

// Returns the largest entry of any ring for distances from `distance` on.
inline int largest_entry_from(int distance, double sigma, int bytes) {
  return entry({}, std::exp(-0.5 * distance * distance / (sigma * sigma)), bytes);
}

inline Reach reach(double sigma, int bytes) {
  if (largest_entry_from(half_table - 1, sigma, bytes) == 0) return Reach::near;
  const bool fits = largest_entry_from(half_table, sigma, bytes) <= whole(bytes - 1);
  return fits ? Reach::middle : Reach::far;
}

}  // namespace selvage::lookup
