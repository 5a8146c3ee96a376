// SPDX-License-Identifier: Apache-2.0
#pragma once
// Weights in tables: what the loops of candidates "lookup" and "lookup24" read and what their error
// bound enumerates.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
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

// A row of a window.
struct Row {
  int dy = 0, dz = 0;
};

// Four taps: columns -+dx of `row`, then -dx_other of `left` and +dx_other of `right`.
struct Quad {
  Row row = {}, left = {}, right = {};
  int dx = 0, dx_other = 0;
};

// Taps with the same spatial weight, four at a time: (+-dx, +-dy) or, if dy = 0, (+-dx, 0) and
// (0, +-dx). If dx and dy differ and are not 0, (+-dy, +-dx) share the weight, too. Those of slices
// -+dz do. The middles of two slices, dx = 0, are one quad: each counts twice, with half the
// weight.
struct Ring {
  int dx = 1, dy = 0, dz = 0;  // dx >= dy >= 0, dz >= 0
  double spatial = 1.0;        // the taps' spatial weight
  int doublings = 0;  // weights in the table are multiplied by 2^doublings, and stay at most 1

  std::vector<Quad> quads() const {
    if (dx == 0) return {{.row = {0, -dz}, .left = {0, dz}, .right = {0, dz}}};
    std::vector<Quad> all;
    for (const int z : {-dz, dz}) {
      if (dy == 0)
        all.push_back({{0, z}, {-dx, z}, {dx, z}, dx, 0});
      else
        all.push_back({{-dy, z}, {dy, z}, {dy, z}, dx, dx});
      if (dy != 0 && dx != dy) all.push_back({{-dx, z}, {dx, z}, {dx, z}, dy, dy});
      if (dz == 0) break;
    }
    return all;
  }
  int taps() const {
    const int of_slice = dx == 0 || dy == 0 || dx == dy ? 4 : 8;
    return dx == 0 || dz == 0 ? of_slice : 2 * of_slice;
  }
};
inline constexpr int most_doublings = 20;
// Sums of products with bytes fit 32 bits.
inline constexpr int most_taps = 65000;
static_assert(std::int64_t{most_taps} * 255 * 128 <= 2147483647);

// Returns the rings of a window without its centre, those with equal doublings one after another:
// their sums have the same unit. Windows look before and after the centre's slice.
inline std::vector<Ring> rings(const WindowMean& step) {
  std::vector<Ring> all;
  for (int dz = 0; dz <= step.radius_z; ++dz)
    for (int dx = dz == 0 ? 1 : 0; dx <= step.radius_x; ++dx)
      for (int dy = 0; dy <= std::min(dx, row_extent(step, dx, dz)); ++dy) {
        Ring ring{.dx = dx, .dy = dy, .dz = dz};
        ring.spatial = (dx == 0 ? 0.5 : 1.0) * std::exp(-spatial_exponent(step, dx, dy, dz));
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
