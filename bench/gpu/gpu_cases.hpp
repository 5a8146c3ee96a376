// SPDX-License-Identifier: Apache-2.0
#pragma once
// The cases measured on GPUs.

#include <string>
#include <vector>

#include "cases.hpp"

namespace selvage::bench {

struct Size {
  int width = 0, height = 0;  // pixels

  friend bool operator==(const Size&, const Size&) = default;
};

std::string text(const Size& size);  // "1920x1080"

struct SizedCase {
  Case what = {};
  Size size = {};

  std::string name() const { return what.name + "." + text(size); }  // what --case matches
};

// Returns the cases with images in device memory, by size. `sizes` empty: each case's own sizes.
std::vector<SizedCase> kernel_cases(const std::vector<Size>& sizes);

// Returns the cases with host images, copied to the device and back: "whole.u8x3.l2.square.r7".
std::vector<SizedCase> whole_cases(const std::vector<Size>& sizes);

}  // namespace selvage::bench
