// SPDX-License-Identifier: Apache-2.0
// Tests the error bound of 16-bit weights against the worst windows that a search finds.
#include "methods/direct/int16_error.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "filters/window.hpp"
#include "methods/direct/int16_weights.hpp"

namespace selvage::planner {
namespace {

// A window of levels with its exact mean and its mean by 16-bit weights, equal to the loop's except
// for roundings of single precision.
class Window16 {
 public:
  Window16(const WindowMean& filter, std::size_t planes)
      : filter_(filter),
        planes_(planes),
        sums_(planes > 1 && filter.norm == Norm::l1),
        scale_(int16::scale(filter, {})) {}

  // Returns the largest error of a plane for the levels of all taps of the window, row by row; each
  // tap has a level for each plane.
  double error(const std::vector<int>& levels) const {
    const double space = filter_.sigma_space, sigma = 255.0 * double{filter_.sigma_range};
    const int* const centre = &levels[levels.size() / planes_ / 2 * planes_];
    double exact[4] = {}, computed[4] = {};  // weights, then sums of each plane
    const int* tap = levels.data();
    for (const TapRow& taps : tap_rows(filter_)) {
      const double row = std::exp(-taps.exponent);
      for (int dx = -taps.extent; dx <= taps.extent; ++dx, tap += planes_) {
        const double d = distance(tap, centre);
        const double w =
            row * std::exp(-0.5 * (dx * dx / (space * space) + d * d / (sigma * sigma)));
        const int root = int16::root(scale_.cubic, square(tap, centre),
                                     int16::column_limit(scale_.cubic, dx, space));
        exact[0] += w;
        computed[0] += row * root * root;
        for (std::size_t p = 0; p < planes_; ++p) {
          const int value = difference(tap[p], centre[p]);
          exact[1 + p] += w * (tap[p] - centre[p]);
          computed[1 + p] += row * root * int16::product(root, value) * 32768.0 /
                             (sums_ ? scale_.samples : scale_.units());
        }
      }
    }
    double largest = 0;
    for (std::size_t p = 1; p <= planes_; ++p)
      largest = std::max(largest, std::abs(computed[p] / computed[0] - exact[p] / exact[0]));
    return largest;
  }

 private:
  int difference(int tap, int centre) const {
    return int16::saturated((tap - centre) * (sums_ ? scale_.samples : scale_.units()));
  }

  double distance(const int* tap, const int* centre) const {
    double sum = 0, squares = 0;
    for (std::size_t p = 0; p < planes_; ++p) {
      sum += std::abs(tap[p] - centre[p]);
      squares += (tap[p] - centre[p]) * (tap[p] - centre[p]);
    }
    return sums_ ? sum : std::sqrt(squares);
  }

  int square(const int* tap, const int* centre) const {
    int sum = 0, squares = 0;
    for (std::size_t p = 0; p < planes_; ++p) {
      const int y = difference(tap[p], centre[p]);
      sum += std::abs(y);
      squares += int16::product(y, y);
    }
    const int y = int16::saturated(sum << scale_.doublings);
    return sums_ ? int16::product(y, y) : std::min(squares, 65535);
  }

  WindowMean filter_;
  std::size_t planes_;
  bool sums_;
  int16::Scale scale_;
};

// Sets one tap after another to the level that makes the error largest.
double worst_found(const WindowMean& filter, unsigned seed, std::size_t planes) {
  const Window16 window(filter, planes);
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> level(0, 255);
  const auto taps = planes * static_cast<std::size_t>(window_taps(filter));
  std::vector<int> levels(taps);
  const int spread = level(random);
  for (int& v : levels) v = (level(random) * spread) / 255;
  double worst = window.error(levels);
  for (int step = 0; step < 3000; ++step) {
    std::vector<int> changed = levels;
    const int to = level(random);
    for (int n = step % 3 == 0 ? static_cast<int>(taps / 4) : 1; n > 0; --n)
      changed[random() % taps] = to;
    if (const double error = window.error(changed); error > worst) {
      worst = error;
      levels = changed;
    }
  }
  return worst;
}

TEST(Int16Error, HoldsForTheWorstWindowsFound) {
  struct Distance {
    Norm norm;
    int planes;
  };
  for (const float sigma : {0.01f, 0.04f, 0.1f, 0.3f, 0.8f})
    for (const int radius : {1, 3, 5})
      for (const auto window : {selvage::Window::square, selvage::Window::disc})
        for (const auto& [norm, planes] :
             {Distance{Norm::l1, 1}, {Norm::l1, 3}, {Norm::l2, 2}, {Norm::l2, 3}}) {
          const Bilateral bilateral{.sigma_space = 2,
                                    .sigma_range = sigma,
                                    .radius = radius,
                                    .window = window,
                                    .norm = norm};
          WindowMean filter = bilateral;
          filter.radius_z = radius == 3 ? 1 : 0;
          filter.sigma_depth = 0.8;
          const double bound =
              int16_weights_error(filter, {.filter = bilateral, .channels = planes});
          double worst = 0;
          for (unsigned seed = 0; seed < 3; ++seed)
            worst = std::max(worst, worst_found(filter, seed, static_cast<std::size_t>(planes)));
          EXPECT_LE(worst, bound) << sigma << ' ' << radius << ' ' << planes;
          EXPECT_GT(worst, 0.02 * bound)
              << "the bound says nothing: " << sigma << ' ' << radius << ' ' << planes;
        }
}

TEST(Int16Error, OneTapHasNone) {
  EXPECT_LT(int16_weights_error(Bilateral{.sigma_range = 0.1f, .radius = 0}, {}), 0.01);
}

TEST(Int16Error, GrowsWithTheWindow) {
  const auto error = [](int radius) {
    return int16_weights_error(Bilateral{.sigma_space = 20, .sigma_range = 0.1f, .radius = radius},
                               {});
  };
  EXPECT_LT(error(1), error(4));
  EXPECT_LT(error(4), error(16));
}

TEST(Int16Weights, AreProportionalToTheExponential) {
  for (const float sigma : {0.02f, 0.05f, 0.1f, 30.0f / 255.0f, 0.13f}) {
    const int16::Cubic cubic = int16::scale(Bilateral{.sigma_range = sigma}, {}).cubic;
    const double whole = std::pow(int16::root(cubic, 0, cubic.limit), 2);
    for (int square = 0; square < 32768; square += 7) {
      const double exact = std::exp(-square / 32768.0 * cubic.nats);
      const double root = int16::root(cubic, square, cubic.limit);
      EXPECT_NEAR(root * root / whole, exact, 0.005 * exact + 1e-6) << sigma << ' ' << square;
    }
  }
}

// The values of the whole enumeration: what the search leaves out does not matter.
TEST(Int16Error, KeepsItsValues) {
  const auto of = [](int radius, float sigma_range) {
    const Bilateral filter{
        .sigma_space = 5, .sigma_range = sigma_range, .radius = radius, .window = Window::disc};
    const Problem gray{.filter = filter, .type = PixelType::u8, .channels = 1};
    return int16_weights_error(WindowMean(filter), gray);
  };
  EXPECT_NEAR(of(7, 0.06f), 0.107356, 1e-6);
  EXPECT_NEAR(of(7, 30.0f / 255.0f), 0.219421, 1e-6);
  EXPECT_NEAR(of(7, 0.3f), 0.418055, 1e-6);
  EXPECT_NEAR(of(32, 0.06f), 0.175077, 1e-6);
  EXPECT_NEAR(of(32, 0.3f), 0.709854, 1e-6);
}

TEST(Int16Weights, FitTheirSums) {
  for (const float sigma : {0.011f, 0.02f, 0.06f, 0.1f, 0.11f, 0.2f, 0.5f, 1.0f}) {
    const int16::Cubic cubic = int16::scale(Bilateral{.sigma_range = sigma}, {}).cubic;
    for (int column = 0; column <= cubic.limit; ++column)
      ASSERT_LE(int16::root(cubic, 0, column), int16::largest_root) << sigma << ' ' << column;
    EXPECT_EQ(int16::root(cubic, 0, 0), 0);
    for (const int far : {-32768, -32767, 32767})
      EXPECT_EQ(int16::root(cubic, int16::product(far, far), cubic.limit), 0);
  }
}

TEST(Int16Weights, HolesAreFarFromEverySample) {
  for (const float sigma : {0.01f, 0.1f, 2.0f}) {
    const int16::Scale scale =
        int16::scale(Bilateral{.sigma_range = sigma, .border = Border::shrink}, {});
    EXPECT_LE(scale.samples, 128);
    for (const int level : {0, 255}) {
      int y = int16::saturated(scale.samples * (level - 128) - int16::hole);
      for (int i = 0; i < scale.doublings; ++i) y = int16::saturated(2 * y);
      EXPECT_EQ(int16::root(scale.cubic, int16::product(y, y), scale.cubic.limit), 0)
          << sigma << ' ' << level;
    }
  }
}

}  // namespace
}  // namespace selvage::planner
