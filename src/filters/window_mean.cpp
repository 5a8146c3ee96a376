// SPDX-License-Identifier: Apache-2.0
#include "filters/window_mean.hpp"

#include <limits>

namespace selvage {
namespace {

// Copies the fields that the filters have under the same names.
template <class F>
void take_rules(WindowMean& step, const F& filter) {
  step.border = filter.border;
  step.border_value = filter.border_value;
  step.alpha = filter.alpha;
  step.invalid = filter.invalid;
  step.fill = filter.fill;
  step.radius_x = step.radius_y = effective_radius(filter);
}

template <class F>
void take_space(WindowMean& step, const F& filter) {
  step.sigma_space = filter.sigma_space;
  step.window = filter.window;
}

template <class F>
void take_range(WindowMean& step, const F& filter) {
  step.sigma_range = filter.sigma_range;
  step.norm = filter.norm;
}

}  // namespace

WindowMean::WindowMean(const Bilateral& filter) {
  take_rules(*this, filter);
  take_space(*this, filter);
  take_range(*this, filter);
}

WindowMean::WindowMean(const JointBilateral& filter) : guide(Guide::given) {
  take_rules(*this, filter);
  take_space(*this, filter);
  take_range(*this, filter);
}

WindowMean::WindowMean(const RollingGuidance& filter) : guide(Guide::previous) {
  take_rules(*this, filter);
  take_space(*this, filter);
  take_range(*this, filter);
}

WindowMean::WindowMean(const Gaussian& filter) : guide(Guide::none) {
  take_rules(*this, filter);
  take_space(*this, filter);
}

WindowMean::WindowMean(const Box& filter)
    : sigma_space(std::numeric_limits<double>::infinity()), guide(Guide::none) {
  take_rules(*this, filter);
}

WindowMean with_depth(WindowMean step, const Filter& filter) {
  std::visit(
      [&](const auto& f) {
        if constexpr (requires { f.third_axis; }) step.third_axis = f.third_axis;
      },
      filter);
  step.radius_z = radius_depth(filter);
  step.sigma_depth = sigma_depth(filter);
  return step;
}

WindowMean first_step(const RollingGuidance& filter) {
  WindowMean step(filter);
  step.guide = Guide::none;
  return step;
}

WindowMean row_of(WindowMean step) {
  step.radius_y = 0;
  step.window = Window::square;
  return step;
}

WindowMean column_of(WindowMean step) {
  step.radius_x = 0;
  step.window = Window::square;
  return step;
}

}  // namespace selvage
