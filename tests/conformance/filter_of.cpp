// SPDX-License-Identifier: Apache-2.0
#include "conformance/filter_of.hpp"

#include <algorithm>

#include "conformance/rows.hpp"

namespace selvage::testing {
namespace {

// The fields that filters have under the same names.
template <class F>
F with_rules(const Case& c, F f) {
  if constexpr (requires { f.sigma_range; }) {
    f.sigma_range = c.sigma_range;
    f.norm = c.norm;
  }
  if constexpr (requires { f.window; }) {
    f.sigma_space = c.sigma_space;
    f.window = c.window;
    if (c.radius >= 0) f.radius = c.radius;
  }
  if constexpr (requires { f.border; }) {
    f.border = c.border;
    f.border_value = c.border_value;
    if (c.holes == Holes::value || c.holes == Holes::most) f.invalid = hole_value;
  }
  if constexpr (requires { f.fill; }) f.fill = c.fill;
  if constexpr (requires { f.iterations; }) f.iterations = c.iterations;
  if constexpr (requires { f.alpha; })
    f.alpha = c.alpha == AlphaUse::filter ? Alpha::filter : Alpha::keep;
  if constexpr (requires { f.gray; }) {
    f.gray = c.gray;
    f.flip = c.flip;
    f.scale = c.scale;
    f.offset = c.offset;
  }
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

// scale times the sum of |k| is at most 4, so that f16 holds the results.
template <class F>
F tamed(F f, float sum) {
  f.scale *= std::min(1.0f, 4.0f / std::max(sum, 1e-3f));
  return f;
}

float magnitude(const std::vector<float>& values) {
  float sum = 0.0f;
  for (const float v : values) sum += v < 0.0f ? -v : v;
  return sum;
}

Convolution matrix_of(const Case& c) {
  Random random(c.seed);
  Convolution f = with_rules(c, Convolution{.width = c.columns, .height = c.rows});
  f.kernel.clear();
  if (c.rank_one) {
    const std::vector<float> row = coefficients(random, c.columns), column = {1.0f, -0.5f, 0.25f};
    for (int y = 0; y < c.rows; ++y)
      for (const float k : row) f.kernel.push_back(k * column[static_cast<std::size_t>(y % 3)]);
  } else {
    f.kernel = coefficients(random, c.columns * c.rows);
  }
  return tamed(f, magnitude(f.kernel));
}

SeparableConvolution lines_of(const Case& c) {
  Random random(c.seed);
  SeparableConvolution f = with_rules(c, SeparableConvolution{});
  f.row = coefficients(random, c.columns);
  f.column = coefficients(random, c.rows);
  return tamed(f, magnitude(f.row) * magnitude(f.column));
}

GeometryGuided geometry_of(const Case& c) {
  Random random(c.seed);
  GeometryGuided f = with_rules(c, GeometryGuided{.radius = radius_of(c)});
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

Histogram histogram_of(const Case& c) {
  Histogram f{.bins = c.bins};
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
    case Kind::bilateral: return with_rules(c, Bilateral{});
    case Kind::joint: return with_rules(c, JointBilateral{});
    case Kind::upsampling: return with_rules(c, JointUpsampling{});
    case Kind::rolling: return with_rules(c, RollingGuidance{});
    case Kind::geometry: return geometry_of(c);
    case Kind::gaussian: return with_rules(c, Gaussian{});
    case Kind::box: return with_rules(c, Box{.radius = radius_of(c)});
    case Kind::matrix: return matrix_of(c);
    case Kind::lines: return lines_of(c);
    case Kind::histogram: return histogram_of(c);
  }
  return {};
}

int radius_of(const Case& c) {
  switch (c.kind) {
    case Kind::matrix:
    case Kind::lines: return std::max(c.columns, c.rows) / 2;
    case Kind::histogram: return 0;
    case Kind::geometry:
    case Kind::box: return c.radius < 0 ? 3 : c.radius;
    default:
      return c.radius >= 0 ? c.radius : effective_radius(Bilateral{.sigma_space = c.sigma_space});
  }
}

}  // namespace selvage::testing
