// SPDX-License-Identifier: Apache-2.0
#pragma once
// Candidates "separable", products of a row and a column in single precision, and
// "separable_int16", Gaussians of u8 in 16-bit integers.

#include <array>
#include <cstdint>
#include <memory>

#include "methods/convolution/cpu/window_sums.hpp"

namespace selvage::cpu {

// The row's sums of the column's sums, for `shape` and so many workers. `outside`: the pixel that
// stands outside the image.
std::unique_ptr<WindowSums<float>> line_window(const LinearStep& step, const LineShape& shape,
                                               const std::array<float, 4>& outside,
                                               const LineSums& sums, int workers);
// The same of u8 in 16-bit integers.
std::unique_ptr<WindowSums<std::uint16_t>> byte_window(const LinearStep& step,
                                                       const LineShape& shape, const LineSums& sums,
                                                       int workers);

}  // namespace selvage::cpu
