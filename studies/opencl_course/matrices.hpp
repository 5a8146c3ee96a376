// SPDX-License-Identifier: Apache-2.0
#pragma once
// The sheet's weights (sections 1.2, 1.3, 3.1, 4.3).

#include <array>
#include <string_view>
#include <vector>

#include "opencl_course/passes.hpp"
#include "selvage/filters.hpp"

namespace selvage::studies::course {

struct Matrix {
  std::string_view name = {};
  std::array<float, 9> weights = {};
  float offset = 0.0f;
};
inline constexpr Matrix sharpen{"sharpen", {0, -1, 0, -1, 5, -1, 0, -1, 0}, 0.0f};
inline constexpr Matrix edge{
    "edge", {-.125f, -.125f, -.125f, -.125f, 1, -.125f, -.125f, -.125f, -.125f}, 0.0f};
inline constexpr Matrix emboss{"emboss", {2, 0, 0, 0, -1, 0, 0, 0, -1}, 0.5f};

// As a kernel has them, and as the product does; zeros stand outside the image.
Constants constants_of(const Matrix& matrix);
Convolution convolution_of(const Matrix& matrix);
Constants constants_of(const std::vector<float>& line, int steps);
SeparableConvolution separable_of(const std::vector<float>& line);

// 2 radius + 1 weights that sum to 1.
std::vector<float> box_line(int radius);
std::vector<float> gaussian_line(int radius, double sigma);

}  // namespace selvage::studies::course
