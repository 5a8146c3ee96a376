// SPDX-License-Identifier: Apache-2.0
#pragma once
// Steps that are linear if all taps take part: means without a range, and convolutions. One
// description covers them all, whichever filter they come from.

#include <optional>
#include <vector>

#include "filters/problem.hpp"

namespace selvage {

// k(dx, dy) = row(dx) column(dy), left to right and top to bottom.
struct SeparableWeights {
  std::vector<double> row = {1.0}, column = {1.0};
};

// Coefficients in image order: the first one belongs to the top left tap.
struct Stencil {
  int width = 1, height = 1;
  std::vector<double> coefficients = {1.0};  // height x width

  double at(int x, int y) const {
    return coefficients[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                        static_cast<std::size_t>(x)];
  }
};

struct LinearStep {
  bool mean = false;  // the weights of the taps that take part are normalised to 1
  std::optional<SeparableWeights> separable;  // the weights if they are a product
  Stencil stencil;                            // the weights otherwise
  double scale = 1.0;                         // factor of the sum
  double offset = 0.0;                        // in the samples' unit
  bool gray = false;                          // three colours become their luminance first
  bool fill = false;                          // invalid centres are computed if a tap takes part
  int radius_x = 0, radius_y = 0;
  Border border = Border::reflect101;
  float border_value = 0.0f;
  Alpha alpha = Alpha::keep;
  std::optional<float> invalid = {};
};

// Converts a Gaussian, Box, Convolution, SeparableConvolution, or a WindowMean without a guide and
// with a square window. Throws std::logic_error for others. Applies a convolution's flip; a stencil
// stays a stencil.
LinearStep linear_step(const Step& step);

// A separable approximation of a stencil. The residual is the sum of the magnitudes of the
// coefficients' differences.
struct Separated {
  SeparableWeights weights;
  double residual = 0.0;
};
// Returns the product that agrees with the row and the column of the largest coefficient.
Separated separated(const Stencil& stencil);
// Returns the step with its stencil, if any, as a row and a column, or none if it is not separable.
// The coefficients of a product are rounded to single precision, so its residual is within 2
// roundings of sum |k|.
std::optional<LinearStep> as_separable(LinearStep step);
inline constexpr double separable_residual = 4.0 * 0x1p-24;  // fraction of sum |k|

// Returns the sum of the magnitudes of all weights, without the scale.
double magnitude(const std::vector<double>& weights);
double magnitude(const LinearStep& step);

// Returns whether a step converts three colours to one channel.
inline bool makes_gray(const LinearStep& step, const Problem& problem) {
  return step.gray && problem.channels - (problem.alpha ? 1 : 0) == 3;
}
// Returns the filtered channels. A kept alpha counts, too, unless the result is gray.
inline int filtered_channels(const LinearStep& step, const Problem& problem) {
  if (!makes_gray(step, problem)) return problem.channels;
  return problem.alpha && step.alpha != Alpha::keep ? 2 : 1;
}
// Returns whether colours are weighted by alpha.
inline bool weighs_alpha(const LinearStep& step, const Problem& problem) {
  return problem.alpha && step.alpha == Alpha::weight;
}
// Returns whether a pixel of an image of this type may be invalid.
inline bool may_have_holes(const LinearStep& step, const Problem& problem, PixelType reads) {
  return !is_integer(reads) || step.invalid || problem.mask;
}

}  // namespace selvage
