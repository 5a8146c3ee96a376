// SPDX-License-Identifier: Apache-2.0
#include "opencl_course/matrices.hpp"

#include <cmath>
#include <cstddef>

namespace selvage::studies::course {

Constants constants_of(const Matrix& matrix) {
  Constants made{.radius = 1, .window = {matrix.weights.begin(), matrix.weights.end()}};
  made.window.push_back(1.0f);
  made.window.push_back(matrix.offset);
  return made;
}

Convolution convolution_of(const Matrix& matrix) {
  return {.kernel = {matrix.weights.begin(), matrix.weights.end()},
          .width = 3,
          .height = 3,
          .offset = matrix.offset,
          .border = Border::constant};
}

Constants constants_of(const std::vector<float>& line, int steps) {
  return {.radius = static_cast<int>(line.size()) / 2, .steps = steps, .row = line, .column = line};
}

SeparableConvolution separable_of(const std::vector<float>& line) {
  return {.row = line, .column = line, .border = Border::constant};
}

std::vector<float> box_line(int radius) {
  const int side = 2 * radius + 1;
  return std::vector(static_cast<std::size_t>(side), 1.0f / static_cast<float>(side));
}

std::vector<float> gaussian_line(int radius, double sigma) {
  std::vector<double> weights;
  double sum = 0.0;
  for (int k = -radius; k <= radius; ++k) {
    weights.push_back(std::exp(-1.0 * k * k / (2.0 * sigma * sigma)));
    sum += weights.back();
  }
  std::vector<float> line;
  for (const double weight : weights) line.push_back(static_cast<float>(weight / sum));
  return line;
}

}  // namespace selvage::studies::course
