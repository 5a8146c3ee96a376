// SPDX-License-Identifier: Apache-2.0
#pragma once
// What all fits of a Fourier range kernel use.

#include <numeric>
#include <optional>
#include <vector>

#include "filters/window_mean.hpp"
#include "methods/fourier_range/level_form.hpp"
#include "methods/fourier_range/range_series.hpp"

namespace selvage::fourier {

inline constexpr double levels = 255.0;
inline constexpr double rounding = 0x1p-24;  // of single precision

inline double total_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

// Returns a series of so many terms, its constant among them if the form asks for it.
inline RangeSeries series_of(double sigma, int terms, const LevelForm& form) {
  return form.constant_term() ? with_constant_term(range_series(sigma, levels, terms - 1))
                              : range_series(sigma, levels, terms);
}

// The parameters that a fit depends on.
struct Asked {
  double sigma_space = 0.0;
  float sigma_range = 0.0f;
  int radius_x = 0, radius_y = 0;
  LevelForm form = {};

  explicit Asked(const WindowMean& step, const LevelForm& read = {})
      : sigma_space(step.sigma_space),
        sigma_range(step.sigma_range),
        radius_x(step.radius_x),
        radius_y(step.radius_y),
        form(read) {}
  friend bool operator==(const Asked&, const Asked&) = default;
};

// Returns make(step, form...), or what it returned for the same parameters just before: a plan
// needs the same fit several times, for its error, time and memory, and for its kernel.
template <class Fit, class... Form>
Fit last_fit(Fit (*make)(const WindowMean&, const Form&...), const WindowMean& step,
             const Form&... form) {
  thread_local std::optional<Asked> last;
  thread_local Fit fit;
  const Asked asked(step, form...);
  if (last != asked) {
    last.reset();  // in case memory runs out
    fit = make(step, form...);
    last = asked;
  }
  return fit;
}

}  // namespace selvage::fourier
