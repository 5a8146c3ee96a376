// SPDX-License-Identifier: Apache-2.0
#include "methods/fourier_range/range_series.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace selvage {
namespace {

struct Errors {
  double cosine = 0.0, sine = 0.0;
};

// Returns the errors found at many differences within the range.
Errors found(const RangeSeries& series, double sigma, double range) {
  Errors most;
  for (int i = 0; i <= 4000; ++i) {
    const double d = range * i / 4000;
    double cosines = series.constant, sines = 0.0;
    for (std::size_t k = 0; k < series.cosine.size(); ++k) {
      const double phase = series.frequency * (series.lowest + static_cast<double>(k)) * d;
      cosines += series.cosine[k] * std::cos(phase);
      sines += series.sine[k] * std::sin(phase);
    }
    const double g = std::exp(-0.5 * d * d / (sigma * sigma));
    most.cosine = std::max(most.cosine, std::abs(cosines - g));
    most.sine = std::max(most.sine, std::abs(sines - d * g));
  }
  return most;
}

TEST(RangeSeries, ItsErrorsAreBoundsAndNotFarFromTheTruth) {
  for (const double sigma : {8.0, 25.5, 51.0, 255.0, 5100.0})
    for (const int terms : {1, 2, 4, 8, 16, 32}) {
      const RangeSeries series = range_series(sigma, 255.0, terms);
      const Errors most = found(series, sigma, 255.0);
      const double rounding = 1e-12 * (1.0 + sigma);
      EXPECT_LE(most.cosine, series.cosine_error + rounding) << sigma << ' ' << terms;
      EXPECT_LE(most.sine, series.sine_error + rounding) << sigma << ' ' << terms;
      if (sigma <= 255.0 && series.sine_error < sigma / 10.0) {  // otherwise terms mask one another
        EXPECT_GE(most.sine + rounding, 0.3 * series.sine_error) << sigma << ' ' << terms;
      }
    }
}

TEST(RangeSeries, TheConstantMayBeATerm) {
  const RangeSeries series = with_constant_term(range_series(25.5, 255.0, 7));
  EXPECT_EQ(series.cosine.size(), 8u);
  EXPECT_EQ(series.constant, 0.0);
  EXPECT_LE(found(series, 25.5, 255.0).cosine, series.cosine_error + 1e-11);
}

TEST(RangeSeries, MoreTermsErrLess) {
  double before = 1e9;
  for (const int terms : {4, 8, 12, 16}) {
    const double error = range_series(25.5, 255.0, terms).sine_error;
    EXPECT_LT(error, 0.2 * before) << terms;
    before = error;
  }
}

}  // namespace
}  // namespace selvage
