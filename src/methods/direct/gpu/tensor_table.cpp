// SPDX-License-Identifier: Apache-2.0
#include "methods/direct/gpu/tensor_table.hpp"

#include <cstddef>

#include "core/half.hpp"

namespace selvage::gpu {
namespace {

constexpr int items = 32;         // of a warp
constexpr int pixel_words = 4;    // of a vector
constexpr float penalty = -6e4f;  // an exponent that leaves no weight

class Table {
 public:
  explicit Table(const TapWindow& window) : window_(window) {}

  std::vector<std::uint32_t> words() const {
    const TapUnits units = tap_units(window_);
    std::vector<std::uint32_t> words;
    for (const auto* kind : {&units.inner, &units.edge, &units.upper, &units.lower})
      words.push_back(static_cast<std::uint32_t>(kind->size()));
    for (const auto* kind : {&units.inner, &units.edge, &units.upper, &units.lower})
      for (const TapUnit& unit : *kind) add_places(unit, words);
    for (const auto* kind : {&units.edge, &units.upper, &units.lower})
      for (const TapUnit& unit : *kind) add_penalties(unit, words);
    return words;
  }

 private:
  std::uint32_t place(const BlockTap& tap) const {
    const int x = tap.dx + window_.radius_x, y = tap.dy + window_.radius_y;
    return tap.exists ? static_cast<std::uint32_t>(pixel_words * (y * window_.pitch() + x)) : 0;
  }

  // read_rows4 loads rows 0 to 7 of the left halves, the right halves, then rows 8 to 15;
  // read_columns2 loads rows 0 to 15.
  void add_places(const TapUnit& unit, std::vector<std::uint32_t>& words) const {
    for (std::size_t item = 0; item < items; ++item) {
      words.push_back(place(unit[item / 16 * 8 + item % 8]));
      words.push_back(place(unit[item % 16]));
    }
  }

  bool sees(int pixel, const BlockTap& tap) const {
    constexpr int side = TensorTile::side;
    return tap.exists && window_.contains(tap.dx - pixel % side, tap.dy - pixel / side);
  }

  static std::uint32_t penalties(bool first_sees, bool second_sees) {
    const auto half = [](bool sees) -> std::uint32_t {
      return to_half(sees ? 0.0f : penalty).bits;
    };
    return half(first_sees) | half(second_sees) << 16;
  }

  // Penalties of pixels 2 t + 8 k and the next, if the window is a disc.
  std::uint32_t pixel_penalties(const BlockTap& tap, int t, int k) const {
    const int pixel = 2 * t + 8 * k;
    return penalties(sees(pixel, tap), sees(pixel + 1, tap));
  }

  // Penalties of two columns (t < 2) or rows of a block. A pixel gets those of its column and row.
  std::uint32_t side_penalties(const BlockTap& tap, int t) const {
    const int first = t % 2 * 2, offset = t < 2 ? tap.dx : tap.dy;
    const int radius = t < 2 ? window_.radius_x : window_.radius_y;
    const auto reaches = [&](int pixel) {
      return tap.exists && offset - pixel >= -radius && offset - pixel <= radius;
    };
    return penalties(reaches(first), reaches(first + 1));
  }

  void add_penalties(const TapUnit& unit, std::vector<std::uint32_t>& words) const {
    if (window_.disc)
      for (std::size_t half = 0; half < 2; ++half)
        for (int item = 0; item < items; ++item)
          for (int k = 0; k < 2; ++k)
            words.push_back(pixel_penalties(tap_of(unit, half, item), item % 4, k));
    else
      for (int item = 0; item < items; ++item)
        for (std::size_t half = 0; half < 2; ++half)
          words.push_back(side_penalties(tap_of(unit, half, item), item % 4));
  }

  static const BlockTap& tap_of(const TapUnit& unit, std::size_t half, int item) {
    return unit[half * 8 + static_cast<std::size_t>(item / 4)];
  }

  TapWindow window_;
};

}  // namespace

std::vector<std::uint32_t> tensor_table(const TapWindow& window) {
  return Table(window).words();
}

}  // namespace selvage::gpu
