// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is measured on GPUs.

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

// Images that lie on the device; size by size. `sizes` empty: those that belong to each case.
std::vector<SizedCase> kernel_cases(const std::vector<Size>& sizes);

// Images of the host, copied to the device and back: "whole.u8x3.l2.square.r7".
std::vector<SizedCase> whole_cases(const std::vector<Size>& sizes);

}  // namespace selvage::bench
