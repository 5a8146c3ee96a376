// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is measured.

#include <string>
#include <vector>

#include "selvage/filters.hpp"
#include "selvage/image.hpp"

namespace selvage::bench {

struct Case {
  std::string name;  // "u8x3.l1.disc.r7": what --filter matches
  PixelType type = PixelType::u8;
  int channels = 3;
  Bilateral filter = {};
};

// Types, channels, norms, windows and radii that people use; those that OpenCV shares come first.
std::vector<Case> cases();

// Pixels x neighbours of one run, all channels together (per_channel: each).
double taps(const Case& c, int width, int height);

}  // namespace selvage::bench
