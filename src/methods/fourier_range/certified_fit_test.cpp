// SPDX-License-Identifier: Apache-2.0
// Tests the certificate of a pixel in double precision: D^ and N^ from the weights that the pixel
// sees and from the series, on windows that are hard.
#include "methods/fourier_range/certified_fit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

#include "methods/fourier_range/seen_weights.hpp"
#include "planner/certified_limit.hpp"
#include "selvage/filters.hpp"

namespace selvage {
namespace {

std::vector<double> seen_weights(const AxisMean& axis, int place) {
  std::vector<double> weights;
  for (int t = -axis.radius; t <= axis.radius; ++t) weights.push_back(seen_weight(axis, place, t));
  return weights;
}

// `worst`: every tap moves the result to where its weight errs.
enum class Scene { noise, checkerboard, ramp, impulse, salt, step, flat, worst };
constexpr Scene scenes[] = {Scene::noise, Scene::checkerboard, Scene::ramp, Scene::impulse,
                            Scene::salt,  Scene::step,         Scene::flat, Scene::worst};

int level(Scene scene, int x, int y, std::mt19937& random) {
  switch (scene) {
    case Scene::noise: return static_cast<int>(random() % 256);
    case Scene::checkerboard: return (x + y) % 2 != 0 ? 255 : 0;
    case Scene::ramp: return std::clamp(128 + 4 * x + y, 0, 255);
    case Scene::impulse: return x == 0 && y == 0 ? 255 : 30;
    case Scene::salt: return random() % 50 == 0 ? 255 : 90 + static_cast<int>(random() % 9);
    case Scene::step: return x > 3 ? 200 : 40;
    case Scene::flat:
    case Scene::worst: return 127;
  }
  return 0;
}

// The exact sums of a window and those of a fit.
struct Sums {
  double weights = 0.0, differences = 0.0;
};
struct Judged {
  Sums exact, fitted;

  double error() const {
    return std::abs(fitted.differences / std::max(fitted.weights, 1.0) -
                    exact.differences / exact.weights);
  }
  // The certificate, for this share of the fit's errors.
  double certificate(const CertifiedFit& fit, double share = 1.0) const {
    const double shift = std::abs(fitted.differences / std::max(fitted.weights, 1.0));
    return share * (fit.of_differences + shift * fit.of_weights) /
           std::max(1.0, fitted.weights - share * fit.of_weights);
  }
};

class Judge {
 public:
  explicit Judge(const WindowMean& step, const LevelForm& form = {})
      : fit_(certified_fit(step, form)), step_(step) {
    const double sigma = 255.0 * double{step.sigma_range};
    for (int d = -255; d <= 255; ++d) {
      const double g = std::exp(-0.5 * d * d / (sigma * sigma));
      exact_.push_back({g, d * g});
      Sums& sums = fitted_.emplace_back(Sums{fit_.series.constant, 0.0});
      for (std::size_t k = 0; k < fit_.series.cosine.size(); ++k) {
        const double phase =
            fit_.series.frequency * (fit_.series.lowest + static_cast<double>(k)) * d;
        sums.weights += fit_.series.cosine[k] * std::cos(phase);
        sums.differences += fit_.series.sine[k] * std::sin(phase);
      }
    }
  }

  const CertifiedFit& fit() const { return fit_; }

  // As window(), of a joint filter: the scene is the guide's, and values come from another. Of
  // `worst`, the guide is flat and each value pulls to where its weight errs.
  Judged joint_window(Scene guide, Scene values, std::mt19937& random) const {
    constexpr double middle = 127.5;
    Judged judged;
    const int centre = level(guide, 0, 0, random);
    for_each_tap(random, [&](int x, int y, double weight, double seen) {
      const int other = x == 0 && y == 0 ? centre : level(guide, x, y, random);
      const double value = values == Scene::worst ? (seen > weight ? middle : -middle)
                                                  : level(values, x, y, random) - middle;
      const auto d = static_cast<std::size_t>(other - centre + 255);
      judged.exact.weights += weight * exact_[d].weights;
      judged.exact.differences += weight * exact_[d].weights * value;
      judged.fitted.weights += seen * fitted_[d].weights;
      judged.fitted.differences += seen * fitted_[d].weights * value;
    });
    return judged;
  }

  Judged window(Scene scene, std::mt19937& random) const {
    const int centre = level(scene, 0, 0, random);
    Judged judged;
    double all_seen = 0.0;
    for_each_tap(random, [&](int x, int y, double weight, double seen) {
      int value = centre;
      if (scene == Scene::worst)
        value += (seen > weight ? 1 : -1) * static_cast<int>(255.0f * step_.sigma_range);
      else if (x != 0 || y != 0)
        value = level(scene, x, y, random);
      const auto d = static_cast<std::size_t>(value - centre + 255);
      add(exact_[d], weight, judged.exact);
      add(fitted_[d], seen, judged.fitted);
      all_seen += seen;
    });
    // D^ has the constant of the exact weights.
    judged.fitted.weights += fit_.series.constant * (fit_.weights - all_seen);
    return judged;
  }

 private:
  // Calls visit(x, y, w, w') for all taps of a pixel somewhere in the grid.
  template <class Visit>
  void for_each_tap(std::mt19937& random, const Visit& visit) const {
    const auto weights = [&](const AxisMean& axis) {
      return seen_weights(axis, static_cast<int>(random() % static_cast<unsigned>(axis.step)));
    };
    const std::vector<double> across = weights(fit_.across), down = weights(fit_.down);
    const double variance = step_.sigma_space * step_.sigma_space;
    for (int y = -step_.radius_y; y <= step_.radius_y; ++y)
      for (int x = -step_.radius_x; x <= step_.radius_x; ++x)
        visit(x, y, std::exp(-0.5 * (x * x + y * y) / variance),
              across[static_cast<std::size_t>(x + step_.radius_x)] *
                  down[static_cast<std::size_t>(y + step_.radius_y)]);
  }

  static void add(const Sums& of_difference, double weight, Sums& sums) {
    sums.weights += weight * of_difference.weights;
    sums.differences += weight * of_difference.differences;
  }

  CertifiedFit fit_;
  WindowMean step_;
  std::vector<Sums> exact_, fitted_;  // by difference, -255..255
};

TEST(CertifiedFit, NoWindowErrsMoreThanItsCertificate) {
  std::mt19937 random(7);
  for (const auto& [sigma_space, radius] :
       {std::pair{8.0f, 24}, {6.0f, 20}, {16.0f, 48}, {20.0f, 24}})
    for (const float sigma_range : {0.04f, 0.1f, 0.3f}) {
      const Judge judge(
          Bilateral{.sigma_space = sigma_space, .sigma_range = sigma_range, .radius = radius});
      double largest = 0.0;
      for (const Scene scene : scenes)
        for (int i = 0; i < 8; ++i) {
          const Judged judged = judge.window(scene, random);
          const double certificate = judged.certificate(judge.fit());
          EXPECT_LE(judged.error(), certificate)
              << sigma_space << ' ' << sigma_range << ' ' << static_cast<int>(scene);
          largest = std::max(largest, judged.error() / certificate);
        }
      EXPECT_GT(largest, 0.25);  // of `worst`: the certificate is nearly as small as can be
    }
}

// With missing taps, the constant of the series is a term like the others.
TEST(CertifiedFit, HoldsWithAConstantTerm) {
  std::mt19937 random(7);
  const Judge judge(Bilateral{.sigma_space = 8.0f, .sigma_range = 0.1f}, {.holes = true});
  EXPECT_EQ(judge.fit().series.constant, 0.0);
  EXPECT_EQ(judge.fit().series.sine.front(), 0.0);
  for (const Scene scene : scenes)
    for (int i = 0; i < 8; ++i) {
      const Judged judged = judge.window(scene, random);
      EXPECT_LE(judged.error(), judged.certificate(judge.fit())) << static_cast<int>(scene);
    }
}

TEST(CertifiedFit, HoldsForValuesWithAGuide) {
  std::mt19937 random(7);
  const Judge judge(Bilateral{.sigma_space = 8.0f, .sigma_range = 0.1f}, {.values = 3});
  EXPECT_EQ(judge.fit().series.constant, 0.0);
  double largest = 0.0;
  int wrong = 0;
  for (const Scene guide : scenes)
    for (const Scene values : scenes) {
      const Judged judged = judge.joint_window(guide, values, random);
      const double certificate = judged.certificate(judge.fit());
      EXPECT_LE(judged.error(), certificate)
          << static_cast<int>(guide) << ' ' << static_cast<int>(values);
      largest = std::max(largest, judged.error() / certificate);
      wrong += judged.error() > judged.certificate(judge.fit(), 0.02);
    }
  EXPECT_GT(largest, 0.25);  // of a flat guide with `worst`
  EXPECT_GT(wrong, 0);       // a certificate that forgets most of the error passes wrong pixels
}

// A certificate that forgets most of the error passes wrong pixels.
TEST(CertifiedFit, ASmallerCertificateIsWrong) {
  std::mt19937 random(7);
  const Judge judge(Bilateral{.sigma_space = 8.0f, .sigma_range = 0.1f});
  int wrong = 0;
  for (const Scene scene : scenes)
    for (int i = 0; i < 8; ++i) {
      const Judged judged = judge.window(scene, random);
      wrong += judged.error() > judged.certificate(judge.fit(), 0.01);
    }
  EXPECT_GT(wrong, 0);
}

// What two roundings of floats change sums by is counted in full, and no more: the worst samples
// lie half a step beside their levels, the taps on one side and the centre on the other.
TEST(CertifiedFit, CountsRoundingsOfFloats) {
  const WindowMean step = Bilateral{.sigma_space = 8.0f, .sigma_range = 0.1f};
  const CertifiedFit floats = certified_fit(step, {.words = true, .floats = true});
  const double change = floats.form.rounding();
  const double sigma = 255.0 * double{step.sigma_range};
  const auto weight = [&](double d) { return std::exp(-0.5 * d * d / (sigma * sigma)); };
  double largest_of_weight = 0.0, largest_of_difference = 0.0;
  for (double d = -255.0; d <= 255.0; d += 0.25) {
    const double moved = d + change;
    largest_of_weight = std::max(largest_of_weight, std::abs(weight(moved) - weight(d)));
    largest_of_difference =
        std::max(largest_of_difference, std::abs(moved * weight(moved) - d * weight(d)));
  }
  // The same fit without the roundings.
  CertifiedFit words = floats;
  words.form.floats = false;
  certify(words);
  const double of_weight = (floats.of_weights - words.of_weights) / floats.weights;
  const double of_difference = (floats.of_differences - words.of_differences) / floats.weights;
  EXPECT_GE(of_weight, largest_of_weight);
  EXPECT_LE(of_weight, 1.01 * largest_of_weight);
  EXPECT_GE(of_difference, largest_of_difference);
  EXPECT_LE(of_difference, 1.01 * largest_of_difference);
  EXPECT_NEAR(change, 1.0 / 257, 1e-4);
}

TEST(CertifiedFit, KeepsTheDefaultRequest) {
  for (const float sigma_space : {4.0f, 8.0f, 30.0f, 80.0f})
    for (const float sigma_range : {1.0f / 32, 0.1f, 1.0f}) {
      const CertifiedFit fit =
          certified_fit(Bilateral{.sigma_space = sigma_space, .sigma_range = sigma_range});
      EXPECT_LT(fit.error, 0.451);
      EXPECT_LT(fit.of_weights, fit.of_differences);
      // The integers of both axes hold their largest sums.
      for (const auto& [axis, largest, shift] :
           {std::tuple{fit.down, fit.level_scale.unit, fit.level_scale.shift},
            {fit.across, fit.sum_scale.unit * 1.05 * fit.down.mass, fit.sum_scale.shift}}) {
        EXPECT_LE(largest * (2.0 * axis.radius + 1.0), 0x1p31);
        EXPECT_LE(std::ldexp(largest, -shift) * parabola_weights(axis.radius), 0x1p31);
      }
    }
}

TEST(CertifiedFit, LargerRequestsCostLess) {
  const WindowMean step(Bilateral{.sigma_space = 8, .sigma_range = 0.04f, .radius = 24});
  const auto cost = [&](double request) {
    const CertifiedFit fit = certified_fit(step, {.limit = certificate_limit(request / 255)});
    EXPECT_LT(fit.error, request);
    const CertifiedWork work = work_of(fit);
    return static_cast<double>(fit.series.cosine.size()) * (work.columns + work.rows);
  };
  EXPECT_LT(cost(0.5), cost(0.05));
  EXPECT_LT(cost(2.0), cost(0.5));
  EXPECT_LE(cost(100.0), cost(2.0));
  EXPECT_EQ(cost(255.0), cost(0.5));  // any error
}

}  // namespace
}  // namespace selvage
