// SPDX-License-Identifier: Apache-2.0
// Tests the proven error of the Fourier range kernel against the worst windows that a search finds.
#include "methods/fourier_range/fit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <random>

namespace selvage {
namespace {

// Returns a step with the default window of sigma_space.
WindowMean step_of(double sigma_space, float sigma_range) {
  return Bilateral{.sigma_space = static_cast<float>(sigma_space), .sigma_range = sigma_range};
}

// Windows as masses of taps, with the exact values and those of a series.
class Masses {
 public:
  Masses(const RangeSeries& series, double sigma) {
    for (int difference = -255; difference <= 255; ++difference) {
      const double d = difference, g = std::exp(-0.5 * d * d / (sigma * sigma));
      Values v{.weight = g, .weight_hat = series.constant, .product = d * g, .product_hat = 0.0};
      for (std::size_t k = 0; k < series.cosine.size(); ++k) {
        const double phase = series.frequency * static_cast<double>(k + 1) * d;
        v.weight_hat += series.cosine[k] * std::cos(phase);
        v.product_hat += series.sine[k] * std::sin(phase);
      }
      values_.push_back(v);
    }
  }

  // `mass[i]` is the spatial weight of the taps that differ from the centre by i - 255.
  double error(const std::vector<double>& mass) const {
    const Values& centre = values_[255];
    double d = centre.weight, d_hat = centre.weight_hat, n = 0.0, n_hat = centre.product_hat;
    for (std::size_t i = 0; i < mass.size(); ++i) {
      d += mass[i] * values_[i].weight;
      d_hat += mass[i] * values_[i].weight_hat;
      n += mass[i] * values_[i].product;
      n_hat += mass[i] * values_[i].product_hat;
    }
    return std::abs(n_hat / std::max(d_hat, 1.0) - n / d);
  }

 private:
  struct Values {
    double weight, weight_hat, product, product_hat;
  };
  std::vector<Values> values_;
};

// Returns the worst of single differences, pairs, and windows found from them in small steps.
double worst_window(const RangeSeries& series, double sigma, double mass) {
  const Masses masses(series, sigma);
  std::mt19937 random(3);
  std::uniform_int_distribution<int> difference(0, 510);
  double worst = 0.0;
  for (int start = 0; start < 511; start += 3) {
    std::vector<double> window(511, 0.0);
    window[static_cast<std::size_t>(start)] = mass - 1.0;
    double best = masses.error(window);
    for (int turn = 0; turn < 60; ++turn) {
      std::vector<double> other = window;
      const auto from = static_cast<std::size_t>(difference(random));
      const auto to = static_cast<std::size_t>(difference(random));
      const std::size_t heavy =
          static_cast<std::size_t>(std::ranges::max_element(other) - other.begin());
      const double moved = other[turn % 2 == 0 ? heavy : from] / (1 << (turn % 8));
      other[turn % 2 == 0 ? heavy : from] -= moved;
      other[to] += moved;
      if (const double error = masses.error(other); error > best) {
        best = error;
        window = std::move(other);
      }
    }
    worst = std::max(worst, best);
  }
  return worst;
}

TEST(FourierFit, NoWindowErrsMoreThanItsBound) {
  for (const double sigma_space : {1.0, 4.0, 8.0})
    for (const float sigma_range : {0.05f, 0.1f, 0.3f})
      for (const int terms : {4, 8, 12}) {
        const WindowMean step = step_of(sigma_space, sigma_range);
        const double sigma = 255.0 * double{sigma_range};
        const RangeSeries series = range_series(sigma, 255.0, terms);
        const std::vector<double> weights = fourier_weights(step.sigma_space, step.radius_x);
        const double row = 2.0 * std::accumulate(weights.begin(), weights.end(), 0.0) - 1.0;
        const double bound = fourier_error(series, sigma, step);
        const double worst = worst_window(series, sigma, row * row);
        EXPECT_LE(worst, bound) << sigma_space << ' ' << sigma_range << ' ' << terms;
        if (bound > 0.1 && bound < 10.0) {  // where rounding does not dominate
          EXPECT_GE(worst, 0.05 * bound) << sigma_space << ' ' << sigma_range << ' ' << terms;
        }
      }
}

TEST(FourierFit, TakesTheFewestTerms) {
  for (const float sigma_range : {0.04f, 0.1f, 0.2f, 0.4f}) {
    const WindowMean step = step_of(8.0, sigma_range);
    const FourierFit fit = fourier_fit(step);
    const int terms = fit.series.terms();
    EXPECT_LE(fit.error, 0.45) << sigma_range;
    EXPECT_EQ(terms % fourier_step, 0);
    if (terms > fourier_step) {
      const double sigma = 255.0 * double{sigma_range};
      EXPECT_GT(fourier_error(range_series(sigma, 255.0, terms - fourier_step), sigma, step), 0.45);
    }
  }
}

// If rounding alone exceeds half a level, more terms do not help.
TEST(FourierFit, SaysWhereSinglePrecisionIsNotEnough) {
  const FourierFit fit = fourier_fit(step_of(60.0, 0.4f));
  EXPECT_GT(fit.error, 1.0);
  EXPECT_LT(fit.series.cosine.size(), 16u);
}

TEST(FourierFit, CountsThePartialSumsOfARow) {
  EXPECT_DOUBLE_EQ(fourier_roundings({1.0}), 2.0);  // the centre, and both sides' sum
  // Partial sums: left 1/4, 3/4; right 1/4, 3/4, 7/4; both 5/2.
  EXPECT_DOUBLE_EQ(fourier_roundings({1.0, 0.5, 0.25}),
                   (0.25 + 0.75 + 0.25 + 0.75 + 1.75 + 2.5) / 2.5);
}

// Each rounding of a partial sum is at most 2^-24 of it.
TEST(FourierFit, RowsErrLessThanTheirRoundings) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> wave(-1.0, 1.0);
  for (const double sigma : {1.0, 5.0, 16.0}) {
    const std::vector<double> weights = fourier_weights(sigma, static_cast<int>(3 * sigma));
    const std::size_t radius = weights.size() - 1;
    const double all = 2.0 * std::accumulate(weights.begin(), weights.end(), 0.0) - 1.0;
    for (int trial = 0; trial < 2000; ++trial) {
      float left = 0.0f, right = 0.0f;
      double exact = 0.0;
      for (std::size_t t = radius; t + 1 > 0; --t) {
        const auto weight = static_cast<float>(weights[t]);
        const auto before = static_cast<float>(trial % 2 == 0 ? 1.0 : wave(random));
        const auto after = static_cast<float>(trial % 2 == 0 ? 1.0 : wave(random));
        if (t > 0) {
          left = std::fma(weight, before, left);
          exact += double{weight} * double{before};
        }
        right = std::fma(weight, after, right);
        exact += double{weight} * double{after};
      }
      EXPECT_LE(std::abs(double{left + right} - exact), fourier_roundings(weights) * 0x1p-24 * all);
    }
  }
}

}  // namespace
}  // namespace selvage
