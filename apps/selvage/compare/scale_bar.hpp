// SPDX-License-Identifier: Apache-2.0
#pragma once
// The colour map of values and its scale bar.

#include <vector>

#include "compare/drawing.hpp"

namespace selvage::cli {

// Returns the colour of a value: black at 0, then purple, red, orange, and pale yellow at 1;
// lightness increases throughout. Values are clamped to 0..1.
Colour map_colour(double value);

// The layout beside an image of width x height pixels, which stays at (0, 0).
struct BarLayout {
  BarLayout(int width, int height);
  int dot = 1;                // pixels per dot of the font; all lengths are multiples of it
  int width = 0, height = 0;  // of the whole drawing, pixels
  Rect bar;                   //
  int label_x = 0;            // left edge of the labels
};

// Returns the labelled values: round ones from 0 on, as many as fit, and `scale` itself.
std::vector<double> bar_ticks(double scale, const BarLayout& layout);

// Draws the bar from 0 (bottom) to `scale` > 0 (top), with its ticks and labels.
void draw_scale_bar(const ImageView& image, const BarLayout& layout, double scale);

}  // namespace selvage::cli
