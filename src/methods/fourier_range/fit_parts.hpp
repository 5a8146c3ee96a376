// SPDX-License-Identifier: Apache-2.0
#pragma once
// What both fits of a Fourier range kernel use.

#include <numeric>
#include <optional>
#include <vector>

#include "filters/window_mean.hpp"

namespace selvage::fourier {

inline constexpr double levels = 255.0;
inline constexpr double rounding = 0x1p-24;  // of single precision

inline double total_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

// The parameters that a fit depends on.
struct Asked {
  double sigma_space = 0.0;
  float sigma_range = 0.0f;
  int radius_x = 0, radius_y = 0;

  explicit Asked(const WindowMean& step)
      : sigma_space(step.sigma_space),
        sigma_range(step.sigma_range),
        radius_x(step.radius_x),
        radius_y(step.radius_y) {}
  friend bool operator==(const Asked&, const Asked&) = default;
};

// Returns make(step), or what it returned for the same parameters just before: a plan needs the
// same fit several times, for its error, time and memory, and for its kernel.
template <class Fit>
Fit last_fit(const WindowMean& step, Fit (*make)(const WindowMean&)) {
  thread_local std::optional<Asked> last;
  thread_local Fit fit;
  const Asked asked(step);
  if (last != asked) {
    last.reset();  // in case memory runs out
    fit = make(step);
    last = asked;
  }
  return fit;
}

}  // namespace selvage::fourier
