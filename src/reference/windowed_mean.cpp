// SPDX-License-Identifier: Apache-2.0
#include "reference/windowed_mean.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "core/sample.hpp"

namespace selvage::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// A weight is exp(-exponent). Each channel has an exponent; without per_channel the first serves
// all.
using Exponents = std::array<double, 4>;

// Returns whether D counts. For an invalid centre it counts only if a guide is to be used.
bool ranged(const Pixel& centre, const WindowRules& rules) {
  const bool finite_guide = centre.dimensions > 0;
  return rules.range && (centre.valid || (rules.guided_fill && finite_guide));
}

bool per_channel(const Pixel& centre, const WindowRules& rules) {
  return ranged(centre, rules) && rules.range->norm == Norm::per_channel;
}

Exponents exponents_of(const Pixel& q, double squared, const Pixel& centre,
                       const WindowRules& rules, int channels) {
  Exponents exponents{};
  for (int c = 0; c < (per_channel(centre, rules) ? channels : 1); ++c) {
    double& exponent = exponents[static_cast<std::size_t>(c)];
    if (rules.sigma_space) exponent += squared / (2 * *rules.sigma_space * *rules.sigma_space);
    if (!ranged(centre, rules)) continue;
    const double d = distance(centre, q, rules.range->norm, c);
    exponent += d * d / (2 * rules.range->sigma * rules.range->sigma);
  }
  return exponents;
}

// Calls f(q, |p - q|^2) for every valid tap.
template <class F>
void for_each_tap(const Extended& image, const Place& place, const WindowRules& rules, F&& f) {
  const auto [columns, rows, border] = rules.reach;
  const double radius = std::max(columns, rows);
  for (int dy = -rows; dy <= rows; ++dy)
    for (int dx = -columns; dx <= columns; ++dx) {
      if (rules.window == Window::disc && 1.0 * dx * dx + 1.0 * dy * dy > radius * radius) continue;
      const Pixel* q = image.at(place.x + dx, place.y + dy);
      if (!q || !q->valid) continue;
      const double right = dx - place.right, below = dy - place.below;
      f(*q, right * right + below * below);
    }
}

// Returns the exponents of the largest weights, or none if weighted_mean returns none.
std::optional<Exponents> least_exponents(const Extended& image, const Place& place,
                                         const Pixel& centre, const WindowRules& rules) {
  // A valid centre in its own place is its heaviest tap, since its distance is 0.
  if (centre.valid && place.right == 0 && place.below == 0) return Exponents{};
  Exponents least{infinity, infinity, infinity, infinity};
  double nearest = infinity;  // squared distance
  for_each_tap(image, place, rules, [&](const Pixel& q, double squared) {
    nearest = std::min(nearest, squared);
    const Exponents exponents = exponents_of(q, squared, centre, rules, image.channels());
    for (std::size_t c = 0; c < 4; ++c) least[c] = std::min(least[c], exponents[c]);
  });
  if (nearest == infinity) return std::nullopt;
  const bool limited = !centre.valid && rules.sigma_space;
  if (limited && nearest > 64.0 * *rules.sigma_space * *rules.sigma_space) return std::nullopt;
  return least;
}

double to_f32(double value) {
  return static_cast<double>(static_cast<float>(value));
}

// Keeps computed pixels valid for the next pass.
Samples kept_valid(const Layer& image, const Result& result) {
  Samples samples = result.samples;
  for (int y = 0; image.invalid && y < samples.height; ++y)
    for (int x = 0; x < samples.width; ++x) {
      bool marked = true;
      for (int c = 0; c < image.colours; ++c)
        marked &= !result.copied[samples.index(x, y, c)] &&
                  to_f32(samples.at(x, y, c)) == to_f32(*image.invalid);
      if (marked)
        samples.at(x, y, 0) = double{next_toward_zero(static_cast<float>(*image.invalid))};
    }
  return samples;
}

}  // namespace

std::optional<std::array<double, 4>> weighted_mean(const Extended& image, const Place& place,
                                                   const Pixel& centre, const WindowRules& rules) {
  const auto least = least_exponents(image, place, centre, rules);
  if (!least) return std::nullopt;
  const auto channels = static_cast<std::size_t>(image.channels());
  const bool own = per_channel(centre, rules);
  std::array<double, 4> sum{}, weights{};
  for_each_tap(image, place, rules, [&](const Pixel& q, double squared) {
    const Exponents exponents = exponents_of(q, squared, centre, rules, image.channels());
    double weight = 0;
    for (std::size_t c = 0; c < channels; ++c) {
      if (c == 0 || own) weight = std::exp((*least)[c] - exponents[c]);
      sum[c] += weight * q.samples[c];
      weights[c] += weight;
    }
  });
  for (std::size_t c = 0; c < channels; ++c) sum[c] /= weights[c];
  return sum;
}

Result windowed_mean(const Layer& image, const GuideLayer& guide, const WindowRules& rules) {
  const auto [columns, rows, border] = rules.reach;
  const Norm norm = rules.range ? rules.range->norm : Norm::l2;
  const Samples& in = image.samples;
  const Extended extended(image, guide, norm, rules.reach);
  Result out{.samples = in, .copied = std::vector<bool>(in.values.size(), true)};
  const int written = rules.alpha == Alpha::filter ? in.channels : image.colours;
  for (int y = 0; y < in.height; ++y)
    for (int x = 0; x < in.width; ++x) {
      const bool leaves =
          x < columns || y < rows || x + columns >= in.width || y + rows >= in.height;
      if (border == Border::copy && leaves) continue;
      const Pixel& centre = *extended.at(x, y);
      if (!centre.valid && !rules.fill) continue;
      const auto mean = weighted_mean(extended, {.x = x, .y = y}, centre, rules);
      if (!mean) continue;
      for (int c = 0; c < written; ++c) {
        out.samples.at(x, y, c) = (*mean)[static_cast<std::size_t>(c)];
        out.copied[in.index(x, y, c)] = false;
      }
    }
  return out;
}

Layer as_f32(Layer image, const Samples& samples) {
  image.samples = samples;
  for (double& v : image.samples.values) v = to_f32(v);
  image.constant = to_f32(image.constant);
  if (image.invalid) image.invalid = to_f32(*image.invalid);
  return image;
}

Result in_turn(Layer image, WindowRules rules, std::span<const Reach> reaches) {
  Result result{.samples = image.samples,
                .copied = std::vector<bool>(image.samples.values.size(), true)};
  for (std::size_t i = 0; i < reaches.size(); ++i) {
    if (i > 0) image = as_f32(image, kept_valid(image, result));
    rules.reach = reaches[i];
    const std::vector<bool> before = std::move(result.copied);
    result = windowed_mean(image, own_guide(image, rules.alpha), rules);
    for (std::size_t k = 0; k < before.size(); ++k)
      result.copied[k] = result.copied[k] && before[k];
  }
  return result;
}

}  // namespace selvage::reference
