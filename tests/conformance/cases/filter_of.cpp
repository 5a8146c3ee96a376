// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/filter_of.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "conformance/cases/rows.hpp"
#include "selvage/fields.hpp"

namespace selvage::testing {
namespace {

// Gives the filter's field the case's field of the same name and type, if there is one.
template <class F, class T>
void take_field(F& f, const Field<F, T>& field, const Case& c) {
  for_each_case_field(c, [&]<class U>(std::string_view name, const U& value) {
    if constexpr (std::is_same_v<T, U>)
      if (name == field.name) f.*field.member = value;
  });
}

// The fields of a case that the filter has, and those that a case says otherwise.
template <class F>
F with_rules(const Case& c) {
  F f;
  for_each_field<F>([&](const auto& field) { take_field(f, field, c); });
  if constexpr (requires { f.window; }) {
    f.radius = {};
    if (c.radius >= 0) f.radius = c.radius;
  } else if constexpr (requires { f.radius; }) {
    f.radius = radius_of(c);
  }
  if constexpr (requires { f.invalid; })
    if (c.holes == Holes::value || c.holes == Holes::most) f.invalid = hole_value;
  if constexpr (requires { f.radius_depth; })
    if (c.radius_depth >= 0) f.radius_depth = c.radius_depth;
  if constexpr (requires { f.sigma_depth; })
    if (c.sigma_depth > 0) f.sigma_depth = c.sigma_depth;
  if constexpr (requires { f.alpha; })
    f.alpha = c.alpha == AlphaUse::filter   ? Alpha::filter
              : c.alpha == AlphaUse::weight ? Alpha::weight
                                            : Alpha::keep;
  return f;
}

// Coefficients from -1 to 1, some of them 0.
std::vector<float> coefficients(Random& random, int count) {
  std::vector<float> values;
  for (int i = 0; i < count; ++i) {
    const auto level = static_cast<float>(below(random, 41)) - 20.0f;
    values.push_back(below(random, 5) == 0 ? 0.0f : level / 20.0f);
  }
  return values;
}

std::vector<float> positive(Random& random, int count) {
  std::vector<float> values;
  for (int i = 0; i < count; ++i) values.push_back(0.1f * static_cast<float>(below(random, 9)));
  values[values.size() / 2] = 1.0f;
  return values;
}

float magnitude(const std::vector<float>& values) {
  float sum = 0.0f;
  for (const float v : values) sum += v < 0.0f ? -v : v;
  return sum;
}

// Symmetric, with the sum 1.
std::vector<float> smoothing(Random& random, int count) {
  std::vector<float> values(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i <= values.size() / 2; ++i)
    values[i] = values[values.size() - 1 - i] = static_cast<float>(1 + below(random, 20));
  const float sum = magnitude(values);
  for (float& v : values) v /= sum;
  return values;
}

// scale times the sum of |k| is at most 4, so that f16 holds the results.
template <class F>
F tamed(F f, float sum) {
  f.scale *= std::min(1.0f, 4.0f / std::max(sum, 1e-3f));
  return f;
}

std::vector<float> product(const std::vector<float>& row, const std::vector<float>& column) {
  std::vector<float> kernel;
  for (const float down : column)
    for (const float across : row) kernel.push_back(across * down);
  return kernel;
}

// Kernels that alpha weighs have no coefficient below 0, and one above.
void make_weights(const Case& c, std::vector<float>& kernel) {
  if (c.alpha != AlphaUse::weight) return;
  for (float& v : kernel) v = std::abs(v);
  float& middle = kernel[kernel.size() / 2];
  if (magnitude(kernel) == 0.0f) middle = 0.5f;
}

Convolution convolution_of(const Case& c) {
  Random random(c.seed);
  auto f = with_rules<Convolution>(c);
  f.width = c.columns;
  f.height = c.rows;
  if (c.smoothing) {
    f.kernel = product(smoothing(random, c.columns), smoothing(random, c.rows));
  } else if (c.rank_one) {
    std::vector<float> column;
    for (int y = 0; y < c.rows; ++y)
      column.push_back(std::array{1.0f, -0.5f, 0.25f}.at(static_cast<std::size_t>(y % 3)));
    f.kernel = product(coefficients(random, c.columns), column);
  } else {
    f.kernel = coefficients(random, c.columns * c.rows);
  }
  make_weights(c, f.kernel);
  return tamed(f, magnitude(f.kernel));
}

SeparableConvolution separable_of(const Case& c) {
  Random random(c.seed);
  auto f = with_rules<SeparableConvolution>(c);
  f.row = c.smoothing ? smoothing(random, c.columns) : coefficients(random, c.columns);
  f.column = c.smoothing ? smoothing(random, c.rows) : coefficients(random, c.rows);
  make_weights(c, f.row);
  make_weights(c, f.column);
  return tamed(f, magnitude(f.row) * magnitude(f.column));
}

GeometryGuided geometry_of(const Case& c) {
  Random random(c.seed);
  auto f = with_rules<GeometryGuided>(c);
  if (c.taps == Taps::gaussian) f.sigma_space = c.sigma_space;
  if (c.taps == Taps::box) f.weights = Weights::box;
  if (c.taps == Taps::given) {
    f.row = positive(random, 2 * f.radius + 1);
    f.column = positive(random, 2 * f.radius + 1);
  }
  f.normal_threshold = 20.0f;
  f.depth_threshold = 0.1f;
  if (c.edges == Edges::image) f.edge_threshold = c.sigma_range;
  return f;
}

template <class F>
F guided_of(const Case& c) {
  auto f = with_rules<F>(c);
  // Guides of floats are within 300 sqrt(epsilon) of 1/2 (docs/filters/guided.md).
  const bool own = c.own_guide && c.kind == Kind::guided;
  const bool floats = !is_integer(own ? c.type : c.guide_type);
  if (floats) f.epsilon = std::max(f.epsilon, own && c.content == Content::bright ? 1e-3f : 3e-6f);
  return f;
}

Histogram histogram_of(const Case& c) {
  auto f = with_rules<Histogram>(c);
  if (c.channel >= 0) f.channel = c.channel % c.channels;
  if (c.given_range) {
    f.low = 0.125f;
    f.high = 0.7f;
  }
  return f;
}

}  // namespace

Filter filter_of(const Case& c) {
  switch (c.kind) {
    case Kind::bilateral: return with_rules<Bilateral>(c);
    case Kind::joint: return with_rules<JointBilateral>(c);
    case Kind::upsampling: return with_rules<JointUpsampling>(c);
    case Kind::rolling: return with_rules<RollingGuidance>(c);
    case Kind::geometry: return geometry_of(c);
    case Kind::gaussian: return with_rules<Gaussian>(c);
    case Kind::box: return with_rules<Box>(c);
    case Kind::convolution: return convolution_of(c);
    case Kind::separable: return separable_of(c);
    case Kind::histogram: return histogram_of(c);
    case Kind::guided: return guided_of<Guided>(c);
    case Kind::guided_upsampling: return guided_of<GuidedUpsampling>(c);
  }
  return {};
}

int radius_of(const Case& c) {
  switch (c.kind) {
    case Kind::convolution:
    case Kind::separable: return std::max(c.columns, c.rows) / 2;
    case Kind::histogram: return 0;
    case Kind::geometry:
    case Kind::guided:
    case Kind::guided_upsampling:
    case Kind::box: return c.radius < 0 ? 3 : c.radius;
    default:
      return c.radius >= 0 ? c.radius : effective_radius(Bilateral{.sigma_space = c.sigma_space});
  }
}

}  // namespace selvage::testing
