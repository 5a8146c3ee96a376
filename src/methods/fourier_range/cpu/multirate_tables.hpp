// SPDX-License-Identifier: Apache-2.0
#pragma once
// The tables of candidate "fourier_multirate".

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <numbers>
#include <optional>
#include <vector>

#include "backends/cpu/aligned_numbers.hpp"
#include "filters/exponent_scale.hpp"
#include "methods/fourier_range/certified_fit.hpp"
#include "methods/fourier_range/cpu/level_tables.hpp"
#include "methods/fourier_range/cpu/multirate_loops.hpp"
#include "methods/fourier_range/fit.hpp"

namespace selvage::cpu {

// The numbers that AxisWeights points at. Items are integers of `from` units, results have `to`
// units.
class AxisNumbers {
 public:
  AxisNumbers(const AxisMean& axis, const AxisScale& scale, double to) {
    const double factor = to / scale.unit;
    const auto number = [](double value) { return static_cast<float>(value); };
    for (int k = 0; k < axis.step; ++k) {
      const int offset = k - axis.step / 2;
      for (const int t : {offset + axis.step, offset, offset - axis.step}) {
        const auto at = static_cast<std::size_t>(std::abs(t));
        reduce_.push_back(at < axis.reduce.size() ? number(axis.reduce[at]) : 0.0f);
      }
      for (const double weight : axis.interpolate[static_cast<std::size_t>(k)])
        interpolate_.push_back(number(weight));
    }
    for (int m = 0; m <= axis.reach; ++m)
      coarse_.push_back(number(factor * axis.coarse[static_cast<std::size_t>(m)]));
    const double dropped = std::ldexp(1.0, scale.shift);
    weights_ = {.radius = axis.radius,
                .step = axis.step,
                .reach = axis.reach,
                .shift = scale.shift,
                .box = number(factor * axis.box),
                .parabola = number(factor * axis.parabola * dropped),
                .start = number(factor * axis.parabola * parabola_weights(axis.radius) * 0.5 *
                                (dropped - 1.0)),
                .has_ends = !axis.ends.empty()};
    for (std::size_t e = 0; e < axis.ends.size(); ++e)
      weights_.ends[e] = number(factor * axis.ends[e]);
  }

  AxisWeights weights() const {
    AxisWeights weights = weights_;
    weights.reduce = reduce_.data();
    weights.interpolate = interpolate_.data();
    weights.coarse = coarse_.data();
    return weights;
  }

 private:
  AxisWeights weights_;
  std::vector<float> reduce_, interpolate_, coarse_;
};

// The tables of direct sums of floats: exponents of two.
struct SampleTables {
  std::vector<float> across, down;
  float range_scale;

  explicit SampleTables(const WindowMean& step)
      : range_scale(static_cast<float>(exponent_scale(double{step.sigma_range}))) {
    const double scale = exponent_scale(step.sigma_space);
    const auto taps = [&](int radius) {
      std::vector<float> all;
      for (int t = -radius; t <= radius; ++t) all.push_back(static_cast<float>(-scale * t * t));
      return all;
    };
    across = taps(step.radius_x);
    constexpr std::size_t together = sample_taps;
    constexpr float no_weight = -1e30f;
    across.resize((across.size() + together - 1) / together * together, no_weight);
    down = taps(step.radius_y);
  }
};

// The tables of direct sums of levels.
struct DirectTables {
  std::vector<float> across, down;
  float exponent_scale = 0.0f;

  DirectTables(const WindowMean& step, const LevelForm& form) {
    const auto taps = [&](int radius) {
      const std::vector<double> half = fourier_weights(step.sigma_space, radius);
      std::vector<float> all;
      for (int t = -radius; t <= radius; ++t)
        all.push_back(static_cast<float>(half[static_cast<std::size_t>(std::abs(t))]));
      return all;
    };
    across = taps(step.radius_x);
    across.resize((across.size() + 15) / 8 * 8, 0.0f);
    down = taps(step.radius_y);
    const double sigma = 255.0 * form.steps() * double{step.sigma_range};
    exponent_scale = static_cast<float>(0.5 * std::numbers::log2e / (sigma * sigma));
  }
};

// The tables that cosines of levels come from, of which levels of one and of two bytes have one
// each.
class CosineTables {
 public:
  explicit CosineTables(const CertifiedFit& fit) : numbers_(2 * fit.series.terms()) {
    const double unit = fit.level_scale.unit;
    if (fit.form.words) {
      words_.emplace(fit.series, unit, fit.form.steps());
      return;
    }
    levels_.emplace(fit.series);
    cosines_ = AlignedNumbers<std::int16_t>(levels_->waves.size());
    for (std::size_t i = 0; i < cosines_.size(); ++i)
      cosines_.data()[i] =
          static_cast<std::int16_t>(std::lrint(unit * double{levels_->waves.data()[i]}));
  }

  WaveTables tables() const {
    WaveTables tables{.numbers = numbers_};
    if (words_) {
      tables.upper = words_->upper.data();
      tables.lower = words_->lower.data();
      tables.weights = words_->weights.data();
      tables.differences = words_->differences.data();
    } else {
      tables.cosines = cosines_.data();
      tables.weights = levels_->weights.data();
      tables.differences = levels_->differences.data();
    }
    return tables;
  }

 private:
  int numbers_;
  std::optional<LevelTables> levels_;
  AlignedNumbers<std::int16_t> cosines_;  // [257][numbers]
  std::optional<WordTables> words_;
};

}  // namespace selvage::cpu
