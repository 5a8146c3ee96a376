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

// A weight is exp(-exponent). Each channel has an exponent if weights are per channel; otherwise
// one serves all.
using Exponents = std::vector<double>;

// Returns whether D counts. For an invalid centre it counts only if a guide is to be used, and so
// for a transparent one where alpha weighs.
bool ranged(const Pixel& centre, const WindowRules& rules) {
  const bool finite_guide = centre.dimensions > 0;
  const bool compared = centre.valid && !(rules.alpha == Alpha::weight && centre.transparent);
  return rules.range && (compared || (rules.guided_fill && finite_guide));
}

bool per_channel(const Pixel& centre, const WindowRules& rules) {
  return ranged(centre, rules) && rules.range->norm == Norm::per_channel;
}

Exponents zero_exponents(const Extended& image, const Pixel& centre, const WindowRules& rules) {
  return Exponents(static_cast<std::size_t>(per_channel(centre, rules) ? image.channels() : 1));
}

void set_exponents(const Pixel& q, double squared, const Pixel& centre, const WindowRules& rules,
                   Exponents& exponents) {
  for (std::size_t c = 0; c < exponents.size(); ++c) {
    double& exponent = exponents[c];
    exponent = 0;
    if (rules.sigma_space) exponent += squared / (2 * *rules.sigma_space * *rules.sigma_space);
    if (!ranged(centre, rules)) continue;
    const double d = distance(centre, q, rules.range->norm, static_cast<int>(c));
    exponent += d * d / (2 * rules.range->sigma * rules.range->sigma);
  }
}

// Returns whether the window has the tap (dx, dy, dz).
bool in_window(int dx, int dy, int dz, const WindowRules& rules) {
  if (rules.window == Window::square) return true;
  const double radius = std::max(rules.reach.columns, rules.reach.rows);
  const double away = 1.0 * dx * dx + 1.0 * dy * dy, squared = radius * radius;
  if (!rules.ellipsoid || dz == 0) return away <= squared;
  const double slices = 1.0 * rules.reach.slices_before * rules.reach.slices_before;
  return away * slices + 1.0 * dz * dz * squared <= squared * slices;
}

// Calls f(q, |p - q|^2) for every valid tap. A slice is sigma_space / sigma_depth pixels thick.
template <class F>
void for_each_tap(const Extended& image, const Place& place, const WindowRules& rules, F&& f) {
  const Reach& reach = rules.reach;
  const double thickness = rules.sigma_space.value_or(1.0) / rules.sigma_depth;
  for (int dz = -reach.slices_before; dz <= reach.slices_after; ++dz)
    for (int dy = -reach.rows; dy <= reach.rows; ++dy)
      for (int dx = -reach.columns; dx <= reach.columns; ++dx) {
        if (!in_window(dx, dy, dz, rules)) continue;
        const Pixel* q = image.at(place.x + dx, place.y + dy, place.z + dz);
        if (!q || !q->valid) continue;
        const double right = dx - place.right, below = dy - place.below, on = dz * thickness;
        f(*q, right * right + below * below + on * on);
      }
}

// Returns the exponents of the largest weights, or none if weighted_mean returns none.
std::optional<Exponents> least_exponents(const Extended& image, const Place& place,
                                         const Pixel& centre, const WindowRules& rules) {
  Exponents exponents = zero_exponents(image, centre, rules);
  // A valid centre in its own place is its heaviest tap, since its distance is 0.
  if (centre.valid && place.right == 0 && place.below == 0) return exponents;
  Exponents least(exponents.size(), infinity);
  double nearest = infinity;  // squared distance
  for_each_tap(image, place, rules, [&](const Pixel& q, double squared) {
    nearest = std::min(nearest, squared);
    set_exponents(q, squared, centre, rules, exponents);
    for (std::size_t c = 0; c < least.size(); ++c) least[c] = std::min(least[c], exponents[c]);
  });
  if (nearest == infinity) return std::nullopt;
  const bool limited = !centre.valid && rules.sigma_space;
  if (limited && nearest > 64.0 * *rules.sigma_space * *rules.sigma_space) return std::nullopt;
  return least;
}

// alpha = sum w a / sum w,  colour = sum w a colour / sum w a. All channels have the same weights.
Mean mean_by_alpha(const Extended& image, const Place& place, const Pixel& centre,
                   const WindowRules& rules, double least) {
  const auto alpha = static_cast<std::size_t>(image.channels() - 1);
  Channels sum(alpha + 1);  // of colour x alpha, then of alpha
  Exponents exponents(1);
  double weights = 0;
  for_each_tap(image, place, rules, [&](const Pixel& q, double squared) {
    set_exponents(q, squared, centre, rules, exponents);
    const double weight = std::exp(least - exponents[0]);
    const double a = std::max(q.samples[alpha], 0.0);
    for (std::size_t c = 0; c < alpha; ++c) sum[c] += weight * a * q.samples[c];
    sum[alpha] += weight * a;
    weights += weight;
  });
  if (sum[alpha] / weights < least_alpha)
    return {.samples = Channels(alpha + 1), .transparent = true};
  for (std::size_t c = 0; c < alpha; ++c) sum[c] /= sum[alpha];
  sum[alpha] /= weights;
  return {.samples = sum};
}

double to_f32(double value) {
  return static_cast<double>(static_cast<float>(value));
}

// Keeps computed pixels valid for the next pass.
Samples kept_valid(const Layer& image, const Result& result) {
  Samples samples = result.samples;
  const auto colours = static_cast<std::size_t>(image.colours);
  const auto channels = static_cast<std::size_t>(samples.channels);
  for (std::size_t pixel = 0; image.invalid && pixel < samples.values.size(); pixel += channels) {
    bool marked = true;
    for (std::size_t c = 0; c < colours; ++c)
      marked &=
          !result.copied[pixel + c] && to_f32(samples.values[pixel + c]) == to_f32(*image.invalid);
    if (marked)
      samples.values[pixel] = double{next_toward_zero(static_cast<float>(*image.invalid))};
  }
  return samples;
}

}  // namespace

std::optional<Mean> weighted_mean(const Extended& image, const Place& place, const Pixel& centre,
                                  const WindowRules& rules) {
  const auto least = least_exponents(image, place, centre, rules);
  if (!least) return std::nullopt;
  if (rules.alpha == Alpha::weight && image.alpha())
    return mean_by_alpha(image, place, centre, rules, (*least)[0]);
  const auto channels = static_cast<std::size_t>(image.channels());
  Exponents exponents = zero_exponents(image, centre, rules);
  Channels sum(channels), weights(channels);
  for_each_tap(image, place, rules, [&](const Pixel& q, double squared) {
    set_exponents(q, squared, centre, rules, exponents);
    double weight = 0;
    for (std::size_t c = 0; c < channels; ++c) {
      if (c < exponents.size()) weight = std::exp((*least)[c] - exponents[c]);
      sum[c] += weight * q.samples[c];
      weights[c] += weight;
    }
  });
  for (std::size_t c = 0; c < channels; ++c) sum[c] /= weights[c];
  return Mean{.samples = sum};
}

Result windowed_mean(const Layer& image, const GuideLayer& guide, const WindowRules& rules) {
  const Reach& reach = rules.reach;
  const Norm norm = rules.range ? rules.range->norm : Norm::l2;
  const Samples& in = image.samples;
  const Extended extended(image, guide, norm, reach);
  Result out{.samples = in, .copied = std::vector<bool>(in.values.size(), true)};
  const int written = rules.alpha == Alpha::keep ? image.colours : in.channels;
  const auto leaves = [&](int x, int y, int z) {
    const bool in_time =
        !reach.causal && (z < reach.slices_before || z + reach.slices_after >= in.depth);
    return in_time || x < reach.columns || y < reach.rows || x + reach.columns >= in.width ||
           y + reach.rows >= in.height;
  };
  const auto filter_pixel = [&](int x, int y, int z) {
    if (reach.border == Border::copy && leaves(x, y, z)) return;
    const Pixel& centre = *extended.at(x, y, z);
    if (!centre.valid && !rules.fill) return;
    const auto mean = weighted_mean(extended, {.x = x, .y = y, .z = z}, centre, rules);
    if (!mean) return;
    for (int c = mean->transparent ? image.colours : 0; c < written; ++c) {
      out.samples.at(x, y, c, z) = mean->samples[static_cast<std::size_t>(c)];
      out.copied[in.index(x, y, c, z)] = false;
    }
  };
  const Rect rect = rules.computed.value_or(Rect{0, 0, in.width, in.height});
  for (int z = 0; z < in.depth; ++z)
    for (int y = rect.y; y < rect.y + rect.height; ++y)
      for (int x = rect.x; x < rect.x + rect.width; ++x) filter_pixel(x, y, z);
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
  const std::optional<Rect> computed = std::exchange(rules.computed, {});
  for (std::size_t i = 0; i < reaches.size(); ++i) {
    if (i + 1 == reaches.size()) rules.computed = computed;
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
