// SPDX-License-Identifier: Apache-2.0
#pragma once
// Values as colours, and the bar that says which colour is which value.

#include <vector>

#include "drawing.hpp"

namespace selvage::cli {

// From black at 0 over purple, red and orange to pale yellow at 1; darker is always less. Values
// outside 0..1 get the colour of the nearer end.
Colour map_colour(double value);

// Where things lie beside an image of width x height pixels, which keeps its place at (0, 0).
struct BarLayout {
  BarLayout(int width, int height);
  int dot = 1;                // pixels: of the font, the unit of everything else
  int width = 0, height = 0;  // of the whole, pixels
  Rect bar;                   //
  int label_x = 0;            // left edge of the labels
};

// The values that get a label: round ones from 0 on, as many as find room, and `scale` itself.
std::vector<double> bar_ticks(double scale, const BarLayout& layout);

// The bar from 0 (bottom) to `scale` > 0 (top) with its ticks and labels.
void draw_scale_bar(const ImageView& image, const BarLayout& layout, double scale);

}  // namespace selvage::cli
