// SPDX-License-Identifier: Apache-2.0
#include "methods/fourier_range/axis_mean.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <utility>

namespace selvage {
namespace {

constexpr int turns = 8;                                        // of reweighting
constexpr double steps_of_sigma = 5.0, steps_of_radius = 15.0;  // grid points, at least

double quadratic_spline(double t) {
  const double a = std::abs(t);
  if (a < 0.5) return 0.75 - a * a;
  return a < 1.5 ? 0.5 * (1.5 - a) * (1.5 - a) : 0.0;
}

double cubic_spline(double t) {
  const double a = std::abs(t);
  if (a < 1.0) return 2.0 / 3.0 - a * a * (1.0 - 0.5 * a);
  return a < 2.0 ? (2.0 - a) * (2.0 - a) * (2.0 - a) / 6.0 : 0.0;
}

double single(double x) {
  return static_cast<double>(static_cast<float>(x));
}

// Solves a symmetric positive definite system in place (Cholesky); the solution replaces b.
void solve(std::vector<double>& a, std::vector<double>& b) {
  const std::size_t n = b.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = a[i * n + j];
      for (std::size_t k = 0; k < j; ++k) sum -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = i == j ? std::sqrt(std::max(sum, 1e-300)) : sum / a[j * n + j];
    }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) b[i] -= a[i * n + k] * b[k];
    b[i] /= a[i * n + i];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) b[i] -= a[k * n + i] * b[k];
    b[i] /= a[i * n + i];
  }
}

// What a pixel at each place of the grid sees, as a linear function of the unknown weights: those
// of `coarse`, the box, the parabola and the ends. Mirrored places see mirrored weights, so half of
// them do.
class Design {
 public:
  Design(const AxisMean& axis, const std::vector<double>& target)
      : radius_(axis.radius),
        taps_(2 * static_cast<std::size_t>(axis.radius) + 1),
        unknowns_(static_cast<std::size_t>(axis.reach) + 3 + axis.ends.size()),
        target_(target) {
    for (int place = 0; place <= axis.step / 2; ++place) add_place(axis, place);
  }

  std::size_t places() const { return rows_.size() / (taps_ * unknowns_); }

  // Returns the weights that a place sees, less the target.
  std::vector<double> residual(std::size_t place, const std::vector<double>& x) const {
    std::vector<double> result(taps_);
    for (std::size_t t = 0; t < taps_; ++t) {
      const double* const row = rows_.data() + (place * taps_ + t) * unknowns_;
      double sum = -target_[t];
      for (std::size_t i = 0; i < unknowns_; ++i) sum += row[i] * x[i];
      result[t] = sum;
    }
    return result;
  }

  double variation(std::size_t place, const std::vector<double>& x) const {
    double sum = 0.0;
    for (const double r : residual(place, x)) sum += std::abs(r);
    return sum;
  }

  // Returns the solution of weighted least squares.
  std::vector<double> fit(const std::vector<double>& weights) const {
    std::vector<double> a(unknowns_ * unknowns_, 0.0), b(unknowns_, 0.0);
    for (std::size_t r = 0; r < weights.size(); ++r) {
      const double* const row = rows_.data() + r * unknowns_;
      for (std::size_t i = 0; i < unknowns_; ++i) {
        const double w = weights[r] * row[i];
        if (w == 0.0) continue;
        for (std::size_t j = 0; j <= i; ++j) a[i * unknowns_ + j] += w * row[j];
        b[i] += w * target_[r % taps_];
      }
    }
    solve(a, b);
    return b;
  }

 private:
  void add_place(const AxisMean& axis, int place) {
    const std::size_t first = rows_.size();
    rows_.resize(first + taps_ * unknowns_, 0.0);
    double* const rows = rows_.data() + first;
    const int support = static_cast<int>(axis.reduce.size()) - 1;
    for (int a = -1; a <= 2; ++a) {
      const double weight =
          axis.interpolate[static_cast<std::size_t>(place)][static_cast<std::size_t>(a + 1)];
      for (int m = -axis.reach; m <= axis.reach && weight != 0.0; ++m)
        for (int t = -support; t <= support; ++t) {
          const int at = (a + m) * axis.step - place + t;
          if (std::abs(at) > radius_) continue;  // weight 0
          rows[index(at, std::abs(m))] +=
              weight * axis.reduce[static_cast<std::size_t>(std::abs(t))];
        }
    }
    for (int t = -radius_; t <= radius_; ++t) {
      rows[index(t, axis.reach + 1)] = 1.0;
      const double end = radius_ + 1.0;
      rows[index(t, axis.reach + 2)] = end * end - 1.0 * t * t;
    }
    for (int e = 0; e < static_cast<int>(axis.ends.size()); ++e)
      for (const int t : {e - radius_, radius_ - e}) rows[index(t, axis.reach + 3 + e)] = 1.0;
  }

  std::size_t index(int tap, int unknown) const {
    return static_cast<std::size_t>(tap + radius_) * unknowns_ + static_cast<std::size_t>(unknown);
  }

  int radius_;
  std::size_t taps_, unknowns_;
  const std::vector<double>& target_;
  std::vector<double> rows_;  // [places][taps][unknowns]
};

}  // namespace

double parabola_weights(int radius) {
  const double r = radius, end = r + 1.0;
  return (2.0 * r + 1.0) * end * end - r * end * (2.0 * r + 1.0) / 3.0;
}

std::vector<int> axis_steps(double sigma, int radius) {
  std::vector<int> steps;
  for (const double finer : {1.0, 1.25, 1.5, 2.0}) {
    const double largest = std::min(sigma / steps_of_sigma, radius / steps_of_radius) / finer;
    const int step = std::max(2, static_cast<int>(largest));
    if (steps.empty() || step < steps.back()) steps.push_back(step);
  }
  return steps;
}

AxisMean axis_mean(double sigma, int radius, int step_of_axis, bool ends) {
  AxisMean axis;
  axis.radius = radius;
  if (ends) axis.ends.resize(end_pairs);
  axis.step = step_of_axis;
  const double step = axis.step;
  const int support = (3 * axis.step + 1) / 2 - 1;  // the last pixel before 1.5 step
  for (int t = 0; t <= support; ++t) axis.reduce.push_back(single(quadratic_spline(t / step)));
  for (int place = 0; place < axis.step; ++place) {
    std::array<double, 4>& weights = axis.interpolate.emplace_back();
    for (int a = -1; a <= 2; ++a)
      weights[static_cast<std::size_t>(a + 1)] = single(cubic_spline((place - a * step) / step));
  }
  axis.reach = (radius - support + 1) / axis.step - 2;

  std::vector<double> target;
  for (int t = -radius; t <= radius; ++t)
    target.push_back(std::exp(-0.5 * t * t / (sigma * sigma)));
  axis.mass = 0.0;
  for (const double w : target) axis.mass += w;

  const Design design(axis, target);
  std::vector<double> weights(design.places() * target.size(), 1.0), best;
  double least = 0.0;
  for (int turn = 0; turn < turns; ++turn) {
    std::vector<double> x = design.fit(weights);
    for (double& value : x) value = single(value);
    double worst = 0.0;
    std::vector<double> variations;
    for (std::size_t place = 0; place < design.places(); ++place)
      worst = std::max(worst, variations.emplace_back(design.variation(place, x)));
    for (std::size_t place = 0; place < design.places(); ++place) {
      const std::vector<double> residual = design.residual(place, x);
      for (std::size_t t = 0; t < target.size(); ++t)
        weights[place * target.size() + t] =
            std::sqrt(variations[place] / worst) / (std::abs(residual[t]) + 1e-6);
    }
    if (turn == 0 || worst < least) {
      least = worst;
      best = std::move(x);
    }
  }
  axis.variation = least / axis.mass;
  axis.coarse.assign(best.begin(), best.begin() + axis.reach + 1);
  axis.box = best[static_cast<std::size_t>(axis.reach) + 1];
  axis.parabola = best[static_cast<std::size_t>(axis.reach) + 2];
  std::copy(best.begin() + axis.reach + 3, best.end(), axis.ends.begin());

  double reduced = axis.reduce[0], coarse = std::abs(axis.coarse[0]);
  for (std::size_t t = 1; t < axis.reduce.size(); ++t) reduced += 2.0 * axis.reduce[t];
  for (std::size_t m = 1; m < axis.coarse.size(); ++m) coarse += 2.0 * std::abs(axis.coarse[m]);
  axis.coarse_mass = 1.01 * reduced * coarse / axis.mass;  // splines at the grid's points add to 1
  axis.parabola_mass = std::abs(axis.parabola) * parabola_weights(radius) / axis.mass;
  for (const double end : axis.ends) axis.ends_mass += 2.0 * std::abs(end) / axis.mass;
  return axis;
}

}  // namespace selvage
