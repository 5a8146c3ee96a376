// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "selvage/error.hpp"
#include "selvage/fields.hpp"
#include "selvage/noise.hpp"

namespace selvage {
namespace {

// The best sigma_range for noise with a standard deviation of 1 in each of `planes` planes, far
// from edges and with a wide window. Measured: docs/journal/0043-strength-by-itself.md.
double factor_of(Norm norm, int planes) {
  constexpr double one_plane = 1.08;
  switch (norm) {
    case Norm::per_channel: return one_plane;
    case Norm::l2: return one_plane * std::pow(planes, 1.0 / 7.0);
    case Norm::l1: return one_plane * std::sqrt(planes);
    case Norm::luma: return 0.95;  // of a colour image
    case Norm::lab: return 0.72;
  }
  return one_plane;
}

double factor_of(Strength strength) {
  switch (strength) {
    case Strength::mild: return 0.75;
    case Strength::medium: return 1.0;
    case Strength::strong: return 1.6;
  }
  throw Error(Errc::invalid_argument, "unknown strength");
}

}  // namespace

float automatic_sigma_range(const NoiseEstimate& noise, double sigma_space, Strength strength) {
  if (!(sigma_space > 0.0))
    throw Error(Errc::invalid_argument, fmt::format("sigma_space {} is not above 0", sigma_space));
  double squares = 0.0;
  for (const double sigma : noise.sigma) squares += sigma * sigma;
  const auto planes = static_cast<int>(noise.sigma.size());
  const double sigma = planes > 0 ? std::sqrt(squares / planes) : 0.0;
  // Many taps take the noise away with less of each, so that fewer edges are lost.
  const double window = 1.0 + 1.0 / std::max(sigma_space, 0.5);
  // Where noise hides the image's own contrast, there is less to lose.
  constexpr double most_hidden = 2.0;
  const double hidden = sigma > 0.0 ? std::min(most_hidden, sigma / (2.0 * noise.contrast)) : 0.0;
  const double range = factor_of(strength) * factor_of(noise.norm, std::max(planes, 1)) * window *
                       (1.0 + hidden) * sigma;
  return static_cast<float>(std::clamp(range, noise.least_range, double{field_ranges::sigma.most}));
}

}  // namespace selvage
