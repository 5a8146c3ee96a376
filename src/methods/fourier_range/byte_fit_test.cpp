// SPDX-License-Identifier: Apache-2.0
// The certificate of candidate "fourier_range" of GPUs with the integers of its kernels, on windows
// that are hard.
#include "methods/fourier_range/byte_fit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <vector>

#include "methods/fourier_range/certified_fit.hpp"
#include "methods/fourier_range/joint_level.hpp"
#include "selvage/filters.hpp"

namespace selvage {
namespace {

using Integers = std::vector<std::uint32_t>;

// The sum of the kernels: products of upper bytes, and the mixed ones.
std::uint32_t byte_sum(const ByteAxis& axis, const Integers& items) {
  std::uint32_t upper = 0, mixed = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto at = static_cast<std::size_t>(std::abs(static_cast<int>(i) - axis.radius));
    const auto w = static_cast<std::uint32_t>(axis.weights[at]);
    upper += (w >> 8) * (items[i] >> 8);
    mixed += (w >> 8) * (items[i] & 255u) + (w & 255u) * (items[i] >> 8);
  }
  EXPECT_LE(std::uint64_t{upper} * 256 + mixed, 0xffff0000u);
  return upper * 256 + mixed;
}

// The mean of a window's waves, for which `item_at` returns the integer of tap (x, y).
template <class Item>
double mean_of_integers(const ByteFit& fit, const Item& item_at) {
  const auto taps = [](const ByteAxis& axis, const auto& item) {
    Integers items;
    for (int t = -axis.radius; t <= axis.radius; ++t) items.push_back(item(t));
    return items;
  };
  const Integers means = taps(fit.across, [&](int x) {
    const Integers column = taps(fit.down, [&](int y) { return item_at(x, y); });
    const std::uint64_t scaled = std::uint64_t{byte_sum(fit.down, column)} * fit.column_scale;
    const std::uint64_t mean = (scaled + static_cast<std::uint64_t>(fit.column_origin)) >> 32;
    EXPECT_LT(mean, 65536u);
    return static_cast<std::uint32_t>(mean);
  });
  return fit.row_scale * (byte_sum(fit.across, means) >> 9) - fit.row_shift;
}

// The same for cosines or sines; `wave` returns that of tap (x, y), 0 for a hole.
template <class Wave>
double byte_mean(const ByteFit& fit, const Wave& wave) {
  return mean_of_integers(fit, [&](int x, int y) { return wave_integer(wave(x, y)); });
}

enum class Scene { noise, checkerboard, impulse, salt, step, flat, white, black };
constexpr Scene scenes[] = {Scene::noise, Scene::checkerboard, Scene::impulse, Scene::salt,
                            Scene::step,  Scene::flat,         Scene::white,   Scene::black};

int level(Scene scene, int x, int y, std::mt19937& random) {
  switch (scene) {
    case Scene::noise: return static_cast<int>(random() % 256);
    case Scene::checkerboard: return (x + y) % 2 != 0 ? 255 : 0;
    case Scene::impulse: return x == 0 && y == 0 ? 255 : 30;
    case Scene::salt: return random() % 50 == 0 ? 255 : 90 + static_cast<int>(random() % 9);
    case Scene::step: return x > 3 ? 200 : 40;
    case Scene::flat: return 127;
    case Scene::white: return 255;
    case Scene::black: return 0;
  }
  return 0;
}

// A tap that is missing from scenes with holes; the centre is none.
bool is_hole(const ByteFit& fit, int x, int y) {
  return fit.form.holes && (x != 0 || y != 0) && (y > 2 || (3 * x + y) % 4 == 0);
}

// What the kernels take a level for: floats lie up to half a step beside it.
double read_level(const ByteFit& fit, double level) {
  return fit.form.floats ? std::round(257.0 * level) / 257.0 : level;
}

// The error of a window's result before the certificate, relative to the certificate.
double share_of_certificate(const ByteFit& fit, const WindowMean& step, Scene scene,
                            std::mt19937& random) {
  const int width = 2 * step.radius_x + 1;
  std::vector<double> levels;
  double exact_weights = 0.0, exact_differences = 0.0;
  const auto at = [&](int x, int y) {
    return static_cast<std::size_t>((y + step.radius_y) * width + x + step.radius_x);
  };
  for (int y = -step.radius_y; y <= step.radius_y; ++y)
    for (int x = -step.radius_x; x <= step.radius_x; ++x)
      levels.push_back(level(scene, x, y, random) -
                       (fit.form.words ? static_cast<int>(random() % 257) / 257.0 : 0.0) +
                       (fit.form.floats ? 0.0019 * ((x + y) % 2 == 0 ? 1.0 : -1.0) : 0.0));
  const double centre = levels[at(0, 0)];
  const double sigma = 255.0 * double{step.sigma_range};
  const double variance = step.sigma_space * step.sigma_space;
  for (int y = -step.radius_y; y <= step.radius_y; ++y)
    for (int x = -step.radius_x; x <= step.radius_x; ++x) {
      const double d = levels[at(x, y)] - centre;
      if (is_hole(fit, x, y)) continue;
      const double w =
          std::exp(-0.5 * (x * x + y * y) / variance) * std::exp(-0.5 * d * d / (sigma * sigma));
      exact_weights += w;
      exact_differences += w * d;
    }
  double weights = fit.series.constant * fit.weights, differences = 0.0;
  for (std::size_t k = 0; k < fit.series.cosine.size(); ++k) {
    const double frequency = fit.series.frequency * (fit.series.lowest + static_cast<double>(k));
    const double cosine = byte_mean(fit, [&](int x, int y) {
      return is_hole(fit, x, y) ? 0.0 : std::cos(frequency * read_level(fit, levels[at(x, y)]));
    });
    const double sine = byte_mean(fit, [&](int x, int y) {
      return is_hole(fit, x, y) ? 0.0 : std::sin(frequency * read_level(fit, levels[at(x, y)]));
    });
    const double of_centre = frequency * read_level(fit, centre);
    const double c = std::cos(of_centre), s = std::sin(of_centre);
    weights += fit.weights * fit.series.cosine[k] * (c * cosine + s * sine);
    differences += fit.weights * fit.series.sine[k] * (c * sine - s * cosine);
  }
  const double shift = differences / std::max(weights, 1.0);
  const double certificate = (fit.of_differences + std::abs(shift) * fit.of_weights) /
                             std::max(1.0, weights - fit.of_weights);
  return std::abs(shift - exact_differences / exact_weights) / certificate;
}

TEST(ByteFit, CertificatesHold) {
  std::mt19937 random(5);
  double largest = 0.0;
  for (const int radius : {0, 1, 12, 33})
    for (const float sigma : {0.04f, 0.1f, 0.5f}) {
      const WindowMean step(Bilateral{.sigma_space = 0.35f * static_cast<float>(radius) + 0.1f,
                                      .sigma_range = sigma,
                                      .radius = radius});
      for (const LevelForm& form :
           {LevelForm{}, LevelForm{.holes = true}, LevelForm{.words = true, .holes = true},
            LevelForm{.words = true, .floats = true}}) {
        const ByteFit fit = byte_fit(step, form);
        for (const Scene scene : scenes) {
          const double share = share_of_certificate(fit, step, scene, random);
          EXPECT_LE(share, 1.0) << radius << ' ' << sigma << ' ' << static_cast<int>(scene);
          largest = std::max(largest, share);
        }
      }
    }
  EXPECT_GT(largest, 0.02);  // they say something
}

// The same certificates for a series with fewer terms are wrong somewhere.
TEST(ByteFit, TooFewTermsBreakCertificates) {
  std::mt19937 random(5);
  const WindowMean step(Bilateral{.sigma_space = 4, .sigma_range = 0.1f, .radius = 12});
  ByteFit fit = byte_fit(step);
  fit.series.cosine.resize(fit.series.cosine.size() - 3);
  fit.series.sine.resize(fit.series.cosine.size());
  double largest = 0.0;
  for (const Scene scene : scenes)
    largest = std::max(largest, share_of_certificate(fit, step, scene, random));
  EXPECT_GT(largest, 1.0);
}

// As share_of_certificate, of a joint filter: the scene is the guide's, and values are the least or
// the largest wherever `high` says so.
template <class High>
double share_of_joint_certificate(const ByteFit& fit, const WindowMean& step, Scene scene,
                                  std::mt19937& random, const High& high) {
  const int width = 2 * step.radius_x + 1;
  std::vector<int> levels;
  for (int y = -step.radius_y; y <= step.radius_y; ++y)
    for (int x = -step.radius_x; x <= step.radius_x; ++x)
      levels.push_back(level(scene, x, y, random));
  const auto at = [&](int x, int y) {
    return levels[static_cast<std::size_t>((y + step.radius_y) * width + x + step.radius_x)];
  };
  const auto value = [&](int x, int y) { return high(x, y) ? value_half - 1 : -value_half; };
  const double sigma = 255.0 * double{step.sigma_range}, centre = at(0, 0);
  double exact_weights = 0.0, exact_values = 0.0;
  for (int y = -step.radius_y; y <= step.radius_y; ++y)
    for (int x = -step.radius_x; x <= step.radius_x; ++x) {
      if (is_hole(fit, x, y)) continue;
      const double d = (at(x, y) - centre) / sigma;
      const double w =
          std::exp(-0.5 * (x * x + y * y) / (step.sigma_space * step.sigma_space) - 0.5 * d * d);
      exact_weights += w;
      exact_values += w * value(x, y) / value_steps;
    }
  double sums[2] = {0.0, 0.0};  // D^ and N^
  for (std::size_t k = 0; k < fit.series.cosine.size(); ++k) {
    const double frequency = fit.series.frequency * (fit.series.lowest + static_cast<double>(k));
    for (const bool sine : {false, true})
      for (const bool weighs : {true, false}) {
        const double mean = mean_of_integers(fit, [&](int x, int y) {
          const double angle = frequency * at(x, y),
                       wave = sine ? std::sin(angle) : std::cos(angle);
          const double item = wave * (weighs ? value_one : value(x, y)) / value_one;
          return static_cast<std::uint32_t>(
              std::lround((is_hole(fit, x, y) ? 0.0 : item * largest_joint_wave) + largest_wave));
        });
        const double of_centre = sine ? std::sin(frequency * centre) : std::cos(frequency * centre);
        sums[weighs ? 0 : 1] += fit.weights * fit.series.cosine[k] * of_centre * mean;
      }
  }
  const double shift = sums[1] / std::max(sums[0], 1.0) * value_one / value_steps;
  const double certificate = (fit.of_differences + std::abs(shift) * fit.of_weights) /
                             std::max(1.0, sums[0] - fit.of_weights);
  return std::abs(shift - exact_values / exact_weights) / certificate;
}

TEST(ByteFit, JointCertificatesHold) {
  std::mt19937 random(7);
  double largest = 0.0, of_few_terms = 0.0;
  for (const int radius : {12, 25})
    for (const bool holes : {false, true}) {
      const WindowMean step(Bilateral{.sigma_space = 0.35f * static_cast<float>(radius),
                                      .sigma_range = radius == 12 ? 0.1f : 0.3f,
                                      .radius = radius});
      const ByteFit fit = byte_fit(step, {.holes = holes, .values = 3});
      ByteFit few = fit;
      few.series.cosine.resize(fit.series.cosine.size() - 4);
      for (const Scene scene : {Scene::noise, Scene::impulse, Scene::salt, Scene::step}) {
        const auto near = [](int x, int y) { return x * x + y * y < 60; };
        const auto striped = [](int x, int y) { return (x + y) % 3 == 0; };
        const auto one = [&](const ByteFit& of) {
          return std::max(share_of_joint_certificate(of, step, scene, random, near),
                          share_of_joint_certificate(of, step, scene, random, striped));
        };
        largest = std::max(largest, one(fit));
        of_few_terms = std::max(of_few_terms, one(few));
      }
    }
  EXPECT_LE(largest, 1.0);
  EXPECT_GT(largest, 0.02);
  EXPECT_GT(of_few_terms, 1.0);
}

// Two roundings of floats count in full: a difference is off by `change`.
TEST(ByteFit, CountsRoundingsOfFloats) {
  const WindowMean step(Bilateral{.sigma_space = 16, .sigma_range = 0.1f, .radius = 48});
  const ByteFit floats = byte_fit(step, {.words = true, .floats = true});
  const ByteFit words = byte_fit(step, {.words = true});
  ASSERT_EQ(floats.series.cosine, words.series.cosine);
  const double change = floats.form.rounding(), sigma = 25.5;
  EXPECT_NEAR((floats.of_differences - words.of_differences) / floats.weights, change, 1e-9);
  EXPECT_NEAR((floats.of_weights - words.of_weights) / floats.weights,
              change * std::exp(-0.5) / sigma, 1e-9);
}

TEST(ByteFit, WeightsOfAnyWindowFit) {
  for (const double sigma : {0.3, 4.0, 85.0, 1e4})
    for (const int radius : {0, 5, 100, 256}) {
      const ByteAxis axis = byte_axis(sigma, radius);
      EXPECT_LT(axis.total * 65535.0 / 256.0 + axis.lower_products + axis.lower_error, 0x1p32);
      EXPECT_LE(*std::ranges::max_element(axis.weights), 65535);
      EXPECT_LT(axis.variation, radius > 200 ? 1e-4 : 3e-5) << sigma << ' ' << radius;
    }
}

// A pixel fails where D is below the share of S that failing_share gives: few per cent.
TEST(ByteFit, TermsAreChosenByCost) {
  const auto fit_of = [](int radius, float sigma) {
    return byte_fit(WindowMean(Bilateral{
        .sigma_space = static_cast<float>(radius) / 3.0f, .sigma_range = sigma, .radius = radius}));
  };
  for (const int radius : {12, 24, 48, 100}) {
    const ByteFit fit = fit_of(radius, 0.1f);
    EXPECT_GE(fit.series.cosine.size(), 8u);
    EXPECT_LE(fit.series.cosine.size(), 11u);
    EXPECT_LT((fit.of_differences / certified_limit + fit.of_weights) / fit.weights, 0.06);
    EXPECT_LT(fit.error, 0.5);
  }
  const WindowMean step(Bilateral{.sigma_space = 8, .sigma_range = 0.1f, .radius = 24});
  const ByteFit finer = byte_fit(step, {.limit = certificate_limit(0.05 / 255)});
  EXPECT_LT(finer.error, 0.05);
  EXPECT_GT(finer.series.cosine.size(), fit_of(24, 0.1f).series.cosine.size());
  EXPECT_LT((finer.of_differences / finer.form.limit + finer.of_weights) / finer.weights, 0.06);
  const ByteFit coarser = byte_fit(step, {.limit = certificate_limit(2.0 / 255)});
  EXPECT_LT(coarser.error, 2.0);
  EXPECT_LT(coarser.series.cosine.size(), fit_of(24, 0.1f).series.cosine.size());
  EXPECT_GT(fit_of(24, 0.04f).series.cosine.size(), fit_of(24, 0.2f).series.cosine.size());
}

}  // namespace
}  // namespace selvage
