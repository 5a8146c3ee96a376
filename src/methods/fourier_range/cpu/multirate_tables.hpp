// SPDX-License-Identifier: Apache-2.0
#pragma once
// The tables of candidate "fourier_multirate".

#include <cmath>
#include <cstdint>
#include <cstdlib>
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

// The tables of pixels that are computed from all their taps (RepairWindow).
struct RepairTables {
  std::vector<float> across, down;
  float range_scale;

  // `full` is the full scale of an item.
  RepairTables(const WindowMean& step, double full) {
    const double sigma = full * double{step.sigma_range}, space = double{step.sigma_space};
    for (int t = -step.radius_x; t <= step.radius_x; ++t)
      across.push_back(static_cast<float>(-std::pow(sigma * t / space, 2.0)));
    constexpr float no_weight = -1e30f;
    constexpr std::size_t most_lanes = 16;
    across.resize((across.size() + most_lanes - 1) / most_lanes * most_lanes, no_weight);
    const std::vector<double> half = fourier_weights(step.sigma_space, step.radius_y);
    for (int t = -step.radius_y; t <= step.radius_y; ++t)
      down.push_back(static_cast<float>(half[static_cast<std::size_t>(std::abs(t))]));
    range_scale = static_cast<float>(exponent_scale(sigma));
  }

  template <class Item>
  RepairWindow<Item> window(const WindowMean& step, const LevelForm& form) const {
    return {.radius_x = step.radius_x,
            .radius_y = step.radius_y,
            .across = across.data(),
            .down = down.data(),
            .range_scale = range_scale,
            .holes = form.holes,
            .hole = form.count()};
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
