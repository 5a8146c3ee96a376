// SPDX-License-Identifier: Apache-2.0
#include "compare/scale_bar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace selvage::cli {
namespace {

constexpr Colour ink{230, 230, 230};

// Lengths are in dots.
constexpr int gap = 8, bar_width = 12, tick_length = 3, label_gap = 3, margin = 6;
constexpr int label_width = 8 * glyph_step;  // "1.23e-05"
constexpr int label_pitch = 11;              // minimum distance of two labels
constexpr int least_height = 80;

constexpr int max_ticks = 5;  // round values besides 0

// Returns the smallest 1, 2 or 5 times a power of ten that is at least `least`.
double round_step(double least) {
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= least) return factor * power;
  return 10.0 * power;
}

int row_of(double value, double scale, const Rect& bar) {
  return bar.y + static_cast<int>(std::lround((1.0 - value / scale) * (bar.height - 1)));
}

}  // namespace

// Stops of the map "inferno" (Stefan van der Walt, Nathaniel Smith; CC0), whose lightness grows
// evenly. The first stop is replaced by black.
Colour map_colour(double value) {
  static constexpr Colour stops[] = {{0, 0, 0},      {33, 12, 74},   {86, 16, 110},
                                     {137, 34, 106}, {187, 55, 84},  {227, 89, 50},
                                     {249, 140, 10}, {249, 201, 50}, {252, 255, 164}};
  constexpr int last = std::size(stops) - 1;
  const double position = std::clamp(value, 0.0, 1.0) * last;
  const int below = std::min(static_cast<int>(position), last - 1);
  const auto between = [&](std::uint8_t from, std::uint8_t to) {
    return static_cast<std::uint8_t>(std::lround(from + (position - below) * (to - from)));
  };
  const Colour &from = stops[below], &to = stops[below + 1];
  return {between(from.red, to.red), between(from.green, to.green), between(from.blue, to.blue)};
}

BarLayout::BarLayout(int image_width, int image_height)
    : dot(std::max(1, std::min(image_width, image_height) / 256)),
      height(std::max(image_height, least_height * dot)) {
  bar = {image_width + gap * dot, margin * dot, bar_width * dot, height - 2 * margin * dot};
  label_x = bar.x + bar.width + (tick_length + label_gap) * dot;
  width = label_x + (label_width + margin) * dot;
}

std::vector<double> bar_ticks(double scale, const BarLayout& layout) {
  const double step = round_step(scale / max_ticks);
  const double nearest =
      scale * (1.0 - static_cast<double>(label_pitch) * layout.dot / layout.bar.height);
  std::vector<double> ticks;
  for (int i = 0; i <= max_ticks && i * step < nearest; ++i) ticks.push_back(i * step);
  ticks.push_back(scale);
  return ticks;
}

void draw_scale_bar(const ImageView& image, const BarLayout& layout, double scale) {
  const Rect& bar = layout.bar;
  const int dot = layout.dot;
  draw_rect(image, {bar.x - dot, bar.y - dot, bar.width + 2 * dot, bar.height + 2 * dot}, ink);
  for (int y = 0; y < bar.height; ++y)
    draw_rect(image, {bar.x, bar.y + y, bar.width, 1},
              map_colour(1.0 - static_cast<double>(y) / (bar.height - 1)));
  for (const double value : bar_ticks(scale, layout)) {
    const int y = row_of(value, scale, bar);
    draw_rect(image, {bar.x + bar.width, y - dot / 2, (1 + tick_length) * dot, dot}, ink);
    draw_text(image, layout.label_x, y - glyph_height * dot / 2, dot, fmt::format("{:.3g}", value),
              ink);
  }
}

}  // namespace selvage::cli
