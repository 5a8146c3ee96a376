// SPDX-License-Identifier: Apache-2.0
#pragma once
// The levels that Fourier range kernels read.

#include <cstdint>

#include "filters/problem.hpp"

namespace selvage {

using Level = std::int32_t;

// Samples count in levels: 255 of them are the full scale of u8 and of u16.
struct LevelForm {
  bool words = false;  // u16: a level has 257 steps
  bool holes = false;  // taps may be missing: outside the image, masked or invalid

  int count() const { return words ? 65536 : 256; }  // which is also the number of a hole
  int steps() const { return words ? 257 : 1; }      // of a sample, in a level

  friend bool operator==(const LevelForm&, const LevelForm&) = default;
};

inline LevelForm level_form(const WindowMean& step, const Problem& p) {
  const bool leaves_out = step.border == Border::shrink || step.border == Border::copy;
  return {.words = p.type == PixelType::u16, .holes = p.mask || step.invalid || leaves_out};
}

}  // namespace selvage
