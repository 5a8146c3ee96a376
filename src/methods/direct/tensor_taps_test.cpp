// SPDX-License-Identifier: Apache-2.0
#include "methods/direct/tensor_taps.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <utility>

namespace selvage {
namespace {

constexpr int side = TensorTile::side;

using Place = std::pair<int, int>;

// The pixels of a block that see a tap.
std::set<int> viewers(const TapWindow& window, const BlockTap& tap) {
  std::set<int> pixels;
  for (int p = 0; p < side * side; ++p)
    if (window.contains(tap.dx - p % side, tap.dy - p / side)) pixels.insert(p);
  return pixels;
}

void for_each_tap(const std::vector<TapUnit>& units, const auto& visit) {
  for (const TapUnit& unit : units)
    for (const BlockTap& tap : unit)
      if (tap.exists) visit(tap);
}

class TapUnitsOf : public ::testing::TestWithParam<TapWindow> {
 protected:
  TapWindow window() const { return GetParam(); }
  TapUnits units() const { return tap_units(window()); }
};

TEST_P(TapUnitsOf, HoldEveryTapOnce) {
  std::map<Place, int> taps;
  const TapUnits u = units();
  for (const auto* kind : {&u.inner, &u.edge, &u.upper, &u.lower})
    for_each_tap(*kind, [&](const BlockTap& tap) { ++taps[{tap.dx, tap.dy}]; });
  const auto [rx, ry, disc] = window();
  for (int dy = -ry - 1; dy <= ry + side; ++dy)
    for (int dx = -rx - 1; dx <= rx + side; ++dx) {
      const bool seen = !viewers(window(), {.dx = dx, .dy = dy}).empty();
      EXPECT_EQ(taps.contains({dx, dy}) ? taps[Place(dx, dy)] : 0, seen ? 1 : 0) << dx << ' ' << dy;
    }
}

TEST_P(TapUnitsOf, AreSeenByThePixelsOfTheirKind) {
  const TapUnits u = units();
  for_each_tap(u.inner, [&](const BlockTap& tap) {
    EXPECT_EQ(viewers(window(), tap).size(), 16u) << tap.dx << ' ' << tap.dy;
  });
  for_each_tap(u.upper, [&](const BlockTap& tap) {
    EXPECT_LT(*viewers(window(), tap).rbegin(), 8) << tap.dx << ' ' << tap.dy;
  });
  for_each_tap(u.lower, [&](const BlockTap& tap) {
    EXPECT_GE(*viewers(window(), tap).begin(), 8) << tap.dx << ' ' << tap.dy;
  });
}

// Full units, except one.
TEST_P(TapUnitsOf, WasteLittle) {
  const TapUnits u = units();
  std::size_t taps = 0;
  for (const auto* kind : {&u.inner, &u.edge, &u.upper, &u.lower})
    for_each_tap(*kind, [&](const BlockTap&) { ++taps; });
  EXPECT_EQ(u.count(), (taps + 15) / 16);
}

INSTANTIATE_TEST_SUITE_P(Windows, TapUnitsOf,
                         ::testing::Values(TapWindow{0, 0, false}, TapWindow{1, 1, true},
                                           TapWindow{2, 2, false}, TapWindow{7, 7, false},
                                           TapWindow{7, 7, true}, TapWindow{5, 2, false},
                                           TapWindow{15, 15, true}, TapWindow{40, 40, false}));

// Of a large window's units most read each half from different banks.
TEST(TapUnits, ReadDifferentBanks) {
  const TapWindow window{10, 10, false};
  const int pitch = window.pitch();
  const TapUnits u = tap_units(window);
  int halves = 0, spread = 0;
  for (const TapUnit& unit : u.inner)
    for (std::size_t half = 0; half < 2; ++half) {
      std::set<int> banks;
      for (std::size_t i = 0; i < 8; ++i)
        banks.insert((unit[8 * half + i].dy * pitch + unit[8 * half + i].dx + 1024 * pitch) % 8);
      ++halves;
      spread += banks.size() == 8 ? 1 : 0;
    }
  EXPECT_GE(spread, halves * 4 / 5);
}

}  // namespace
}  // namespace selvage
