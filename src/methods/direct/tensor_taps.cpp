// SPDX-License-Identifier: Apache-2.0
#include "methods/direct/tensor_taps.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>

namespace selvage {
namespace {

constexpr int side = TensorTile::side;
constexpr std::size_t unit_taps = std::tuple_size_v<TapUnit>;
constexpr std::size_t half_unit = unit_taps / 2;

// The number of pixels of 16 bytes that lie in different banks.
constexpr int banks = 8;

using Taps = std::vector<BlockTap>;

int bank_of(const BlockTap& tap, int pitch) {
  return ((tap.dy * pitch + tap.dx) % banks + banks) % banks;
}

// Orders taps so that the eight of each half of a unit lie in different banks while there are taps
// in all of them: takes from the fullest banks first.
Taps spread_over_banks(const Taps& taps, int pitch) {
  std::array<Taps, banks> by_bank;
  for (const BlockTap& tap : taps)
    by_bank[static_cast<std::size_t>(bank_of(tap, pitch))].push_back(tap);
  Taps ordered;
  while (ordered.size() < taps.size()) {
    std::ranges::stable_sort(by_bank, std::ranges::greater{}, &Taps::size);
    const std::size_t fill = std::min(half_unit, taps.size() - ordered.size());
    for (std::size_t i = 0, bank = 0; i < fill; ++i, bank = (bank + 1) % banks) {
      if (by_bank[bank].empty()) bank = 0;
      ordered.push_back(by_bank[bank].back());
      by_bank[bank].pop_back();
    }
  }
  return ordered;
}

// Moves the taps that do not fill a unit.
void move_rest(Taps& from, Taps& to) {
  const auto rest = from.end() - static_cast<std::ptrdiff_t>(from.size() % unit_taps);
  to.insert(to.end(), rest, from.end());
  from.erase(rest, from.end());
}

std::vector<TapUnit> in_units(Taps taps, int pitch) {
  taps = spread_over_banks(taps, pitch);
  std::vector<TapUnit> units((taps.size() + unit_taps - 1) / unit_taps);
  for (std::size_t i = 0; i < taps.size(); ++i) units[i / unit_taps][i % unit_taps] = taps[i];
  return units;
}

}  // namespace

bool TapWindow::contains(int dx, int dy) const {
  if (std::abs(dx) > radius_x || std::abs(dy) > radius_y) return false;
  return !disc || dx * dx + dy * dy <= radius_y * radius_y;
}

double TapUnits::work() const {
  return static_cast<double>(inner.size()) + 1.15 * static_cast<double>(edge.size()) +
         0.7 * static_cast<double>(upper.size() + lower.size());
}

TapUnits tap_units(const TapWindow& window) {
  const int pitch = window.pitch();
  Taps inner, edge, upper, lower;
  for (int dy = -window.radius_y; dy < window.radius_y + side; ++dy)
    for (int dx = -window.radius_x; dx < window.radius_x + side; ++dx) {
      int seen = 0, seen_above = 0;
      for (int pixel = 0; pixel < side * side; ++pixel)
        if (window.contains(dx - pixel % side, dy - pixel / side)) {
          ++seen;
          if (pixel < side * side / 2) ++seen_above;
        }
      if (seen == 0) continue;
      Taps& taps = seen == side * side  ? inner
                   : seen_above == seen ? upper
                   : seen_above == 0    ? lower
                                        : edge;
      taps.push_back({.dx = dx, .dy = dy, .exists = true});
    }
  for (Taps* taps : {&inner, &upper, &lower}) move_rest(*taps, edge);
  return {.inner = in_units(inner, pitch),
          .edge = in_units(edge, pitch),
          .upper = in_units(upper, pitch),
          .lower = in_units(lower, pitch)};
}

}  // namespace selvage
