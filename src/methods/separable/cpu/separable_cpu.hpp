// SPDX-License-Identifier: Apache-2.0
#pragma once
// Linear filters whose kernel is a row times a column [treitel1971], 2 (2r + 1) taps per pixel:
// candidates "separable" in single precision, and "separable_int16", means of u8 in 16-bit
// integers.

#include <cstdint>
#include <memory>
#include <vector>

#include "methods/convolution/cpu/window_sums.hpp"

namespace selvage::cpu {

// Returns the window of "separable": sums along a row of the column sums. `outside`: a pixel
// outside the image, whose channels are alike beyond the fourth.
std::unique_ptr<WindowSums<float>> line_window(const LinearStep& step, const LineShape& shape,
                                               const std::vector<float>& outside,
                                               const LineSums& sums, int workers);
// Returns the window of "separable_int16".
std::unique_ptr<WindowSums<std::uint16_t>> byte_window(const LinearStep& step,
                                                       const LineShape& shape, const LineSums& sums,
                                                       int workers);

}  // namespace selvage::cpu
