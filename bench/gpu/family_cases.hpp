// SPDX-License-Identifier: Apache-2.0
#pragma once
// Means and convolutions to measure on GPUs.

#include <string>
#include <vector>

#include "gpu/gpu_cases.hpp"
#include "selvage/filters.hpp"
#include "selvage/image.hpp"

namespace selvage::bench {

struct FamilyCase {
  std::string name = {};  // "f32x1.gaussian.r3"
  PixelType type = PixelType::f32;
  int channels = 1;
  Filter filter = {};
};

struct SizedFamilyCase {
  FamilyCase what = {};
  Size size = {};

  std::string name() const { return what.name + "." + text(size); }
};

// Returns the cases by size; `sizes` empty: 4K and 8K.
std::vector<SizedFamilyCase> family_cases(const std::vector<Size>& sizes);

}  // namespace selvage::bench
