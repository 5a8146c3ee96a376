// SPDX-License-Identifier: Apache-2.0
#pragma once
// The measured cases.

#include <string>
#include <vector>

#include "selvage/filters.hpp"
#include "selvage/image.hpp"

namespace selvage::bench {

struct Case {
  std::string name = {};  // "u8x3.l1.disc.r7", as on the command line
  PixelType type = PixelType::u8;
  int channels = 3;
  Bilateral filter = {};
};

// With sigma_space 5 and sigma_range 30/255.
Case make_case(PixelType type, int channels, Norm norm, Window window, int radius);

// Returns common types, channels, norms, windows and radii; cases that OpenCV shares come first.
std::vector<Case> cases();

// Returns pixels x neighbours of one run, all channels together (per_channel: each).
double taps(const Case& c, int width, int height);

}  // namespace selvage::bench
