// SPDX-License-Identifier: Apache-2.0
#include "filters/linear_step.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <type_traits>

namespace selvage {
namespace {

template <class F>
LinearStep rules_of(const F& filter) {
  LinearStep step;
  step.border = filter.border;
  step.border_value = filter.border_value;
  step.alpha = filter.alpha;
  step.invalid = filter.invalid;
  return step;
}

// Returns exp(-d^2 / 2 sigma^2), divided by their sum. sigma may be infinity.
std::vector<double> mean_weights(int radius, double sigma) {
  std::vector<double> weights;
  for (int d = -radius; d <= radius; ++d) {
    const double away = d / sigma;
    weights.push_back(std::exp(-0.5 * away * away));
  }
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& w : weights) w /= sum;
  return weights;
}

LinearStep mean_of(const WindowMean& filter) {
  if (filter.guide != Guide::none || filter.window != Window::square)
    throw std::logic_error("the mean's weights are not a product of a row and a column");
  LinearStep step = rules_of(filter);
  step.mean = true;
  step.fill = filter.fill;
  step.radius_x = filter.radius_x;
  step.radius_y = filter.radius_y;
  step.separable = {mean_weights(filter.radius_x, filter.sigma_space),
                    mean_weights(filter.radius_y, filter.sigma_space)};
  return step;
}

std::vector<double> wide(const std::vector<float>& values, bool flip) {
  std::vector<double> numbers(values.begin(), values.end());
  if (flip) std::ranges::reverse(numbers);
  return numbers;
}

template <class F>
LinearStep sum_of(const F& filter, int width, int height) {
  LinearStep step = rules_of(filter);
  step.scale = filter.scale;
  step.offset = filter.offset;
  step.gray = filter.gray;
  step.radius_x = width / 2;
  step.radius_y = height / 2;
  return step;
}

LinearStep step_of(const Convolution& filter) {
  LinearStep step = sum_of(filter, filter.width, filter.height);
  step.stencil = {filter.width, filter.height, wide(filter.kernel, filter.flip)};
  return step;
}

LinearStep step_of(const SeparableConvolution& filter) {
  LinearStep step =
      sum_of(filter, static_cast<int>(filter.row.size()), static_cast<int>(filter.column.size()));
  step.separable = {wide(filter.row, filter.flip), wide(filter.column, filter.flip)};
  return step;
}

}  // namespace

LinearStep linear_step(const Step& step) {
  return std::visit(
      []<class S>(const S& s) -> LinearStep {
        if constexpr (std::is_constructible_v<WindowMean, const S&>)
          return mean_of(WindowMean(s));
        else if constexpr (requires { step_of(s); })
          return step_of(s);
        else
          throw std::logic_error("the step is not linear");
      },
      step);
}

Separated separated(const Stencil& stencil) {
  const auto larger = [](double a, double b) { return std::fabs(a) < std::fabs(b); };
  const auto largest = std::ranges::max_element(stencil.coefficients, larger);
  const auto place = static_cast<int>(largest - stencil.coefficients.begin());
  const int px = place % stencil.width, py = place / stencil.width;
  Separated result{.weights = {{}, {}}};
  for (int x = 0; x < stencil.width; ++x) result.weights.row.push_back(stencil.at(x, py));
  for (int y = 0; y < stencil.height; ++y)
    result.weights.column.push_back(*largest == 0.0 ? 0.0 : stencil.at(px, y) / *largest);
  for (int y = 0; y < stencil.height; ++y)
    for (int x = 0; x < stencil.width; ++x)
      result.residual +=
          std::fabs(stencil.at(x, y) - result.weights.row[static_cast<std::size_t>(x)] *
                                           result.weights.column[static_cast<std::size_t>(y)]);
  return result;
}

std::optional<LinearStep> as_separable(LinearStep step) {
  if (step.separable) return step;
  Separated parts = separated(step.stencil);
  if (parts.residual > separable_residual * magnitude(step)) return std::nullopt;
  step.separable = std::move(parts.weights);
  return step;
}

double magnitude(const std::vector<double>& weights) {
  return std::accumulate(weights.begin(), weights.end(), 0.0,
                         [](double sum, double w) { return sum + std::fabs(w); });
}

double magnitude(const LinearStep& step) {
  return step.separable ? magnitude(step.separable->row) * magnitude(step.separable->column)
                        : magnitude(step.stencil.coefficients);
}

}  // namespace selvage
