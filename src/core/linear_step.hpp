// SPDX-License-Identifier: Apache-2.0
#pragma once
// Steps that are linear where all taps take part: means without a range, and convolutions. One
// description for all of them, whatever filter they come from.

#include <optional>
#include <vector>

#include "core/problem.hpp"

namespace selvage {

// k(dx, dy) = row(dx) column(dy), left to right and top to bottom.
struct Lines {
  std::vector<double> row = {1.0}, column = {1.0};
};

// Coefficients as they lie on the image: the top left one belongs to the pixel above and to the
// left of the centre.
struct Matrix {
  int width = 1, height = 1;
  std::vector<double> coefficients = {1.0};  // height x width

  double at(int x, int y) const {
    return coefficients[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                        static_cast<std::size_t>(x)];
  }
};

struct LinearStep {
  bool mean = false;           // weights add up to 1, also over the taps that take part
  std::optional<Lines> lines;  // the weights, where they are a product
  Matrix matrix;               // else
  double scale = 1.0;          // of the sum
  double offset = 0.0;         // samples' unit
  bool gray = false;           // three colours become their luminance first
  bool fill = false;           // invalid centres are computed where a tap takes part
  int radius_x = 0, radius_y = 0;
  Border border = Border::reflect101;
  float border_value = 0.0f;
  Alpha alpha = Alpha::keep;
  std::optional<float> invalid = {};
};

// Gaussian, Box, Convolution, SeparableConvolution, and a WindowMean without a guide whose window
// is square. std::logic_error for others. A convolution's flip is applied; a matrix stays one.
LinearStep linear_step(const Step& step);

// What is missing when a matrix is taken for a product of a row and a column: the sum of the
// magnitudes of its coefficients' differences.
struct Separated {
  Lines lines;
  double residual = 0.0;
};
// The product that agrees with the row and the column of the largest coefficient.
Separated separated(const Matrix& matrix);
// The step with its matrix, if it has one, as lines. None: it is no product. Coefficients of a
// product are rounded to single precision: its residual is within 2 roundings of sum |k|.
std::optional<LinearStep> as_lines(LinearStep step);
inline constexpr double separable_residual = 4.0 * 0x1p-24;  // of sum |k|

// The sum of the magnitudes of all weights, scale aside.
double magnitude(const std::vector<double>& weights);
double magnitude(const LinearStep& step);

// Whether a step makes one channel of three colours.
inline bool makes_gray(const LinearStep& step, const Problem& problem) {
  return step.gray && problem.channels - (problem.alpha ? 1 : 0) == 3;
}
// Channels that are filtered, side by side: also a kept alpha, but not beside a gray.
inline int filtered_channels(const LinearStep& step, const Problem& problem) {
  if (!makes_gray(step, problem)) return problem.channels;
  return problem.alpha && step.alpha == Alpha::filter ? 2 : 1;
}
// Whether a pixel of an image of this type may be invalid.
inline bool may_have_holes(const LinearStep& step, const Problem& problem, PixelType reads) {
  return !is_integer(reads) || step.invalid || problem.mask;
}

}  // namespace selvage
