// SPDX-License-Identifier: Apache-2.0
// All values are in levels of 1/255, the centre is 0 and its weight is 1. Let w_i, d_i and x_i be a
// tap's weight, distance and value, D = sum w_i and B = sum w_i x_i / D; a hat marks the computed
// values, scaled by any common factor. Products with values and their sums are exact, so
//   (B^ - B) D^ = sum (w^_i - w_i) (x_i - B)
// since sum w_i (x_i - B) = 0. A tap's exponent is z_i steps h more than that of its group's unit
// U_i, and its index is j_i. Rounding a distance down to an index loses f < 1 (0 if the index is
// the distance), rounding spatial steps changes z_i by g, |g| <= 1/2:
//   w_i = U_i e^(-h z_i),  z_i = j_i + f + g,  w^_i = U_i c t(j_i),  c = e^(-h / 2) (or 1)
// where t are the tables' weights as fractions of the whole. So
//   |w^_i - w_i| <= u w_i + U_i a(j_i),  a(j) = c |t(j) - e^(-h j)|,  u = e^(h (1/2 + |g|)) - 1
// without the 1/2 if no distance is rounded. From the last index on, t is 0 and the error is w_i
// itself; w_i and w_i d_i fall with z_i, so the last index stands for all.
//   guided:  |x_i - B| <= 255, and sum w_i |x_i - B| <= 127.5 D, so with A = sum U_i max a:
//            |B^ - B| <= (127.5 u + 255 A) / (1 - u - A)
//   else:    |x_i| <= d_i <= sigma sqrt(2 h (j_i + 2)), since spatial steps are at least -1/2, and
//            |B^ - B| D^ <= u D rms + sum U_i a(j_i) min(d_i + |B|, 255),  D^ >= D (1 - u) - A
//            where rms, |B| and sums over the largest taps are bounded for D - 1 in an interval as
//            in int16_error.cpp and worst_mass.hpp.
#include "methods/direct/int16_products_error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "methods/direct/int16_products.hpp"
#include "methods/direct/worst_mass.hpp"
#include "planner/memo.hpp"

namespace selvage::planner {
namespace {

constexpr double full_range = 255.0;

// Taps with the same index share what is known about them. Arrays are those of the indices that may
// be the worst.
struct ProductModel {
  std::vector<double> error = {};     // a
  std::vector<double> distance = {};  // largest d
  std::vector<double> weight = {};    // least w / U
  double relative = 0;                // u
  double largest_error = 0;           // max a
  double centre = 0;                  // a(0)
  double sigma = 0;                   // levels
  double units = 0;                   // sum of U without the centre's
  double spatial = 0;                 // sum of spatial weights without the centre's
};

// Adds up the units of all taps but the centre, whose unit is 1.
double units_of(const std::vector<int16_products::Pair>& pairs, double step) {
  double sum = -1.0;
  for (const int16_products::Run& run : int16_products::runs(pairs, step))
    for (std::size_t i = run.first; i < run.last; ++i)
      for (const std::uint16_t steps : pairs[i].steps)
        if (steps != int16_products::outside) sum += run.unit;
  return sum;
}

// Sums of spatial weights, and of the largest rounding of spatial steps.
void add_spatial(const WindowMean& filter, double h, double& rounded, ProductModel& model) {
  std::vector<double> weights;  // of columns
  for (int dx = 0; dx <= filter.radius_x; ++dx)
    weights.push_back(std::exp(-spatial_exponent(filter, dx, 0, 0)));
  for (const TapRow& row : tap_rows(filter)) {
    const double weight = std::exp(-row.exponent);
    for (int dx = 0; dx <= row.extent; ++dx) {
      const double steps = int16_products::spatial_steps(filter, dx, row.dy, row.dz, h);
      rounded = std::max(rounded, std::abs(steps - std::round(steps)));
      model.spatial += (dx == 0 ? 1 : 2) * weight * weights[static_cast<std::size_t>(dx)];
    }
  }
  model.spatial = std::max(0.0, model.spatial - 1.0);  // without the centre
}

// An index of the tables.
struct ProductIndex {
  double error, distance, weight;
};

// Returns the indices that may be the worst, from the last one down. Distances grow with indices
// and weights fall, so an index counts only if its error exceeds those of all larger ones.
std::vector<ProductIndex> worst_indices(const int16_products::Tables& tables,
                                        const int16_products::Exponentials& exact, double h,
                                        double common, ProductModel& model) {
  using namespace int16_products;
  std::vector<ProductIndex> worst;
  const auto keep = [&](int j, double error) {
    model.largest_error = error;
    worst.push_back({.error = error,
                     .distance = std::min(full_range, model.sigma * std::sqrt(2.0 * h * (j + 2))),
                     .weight = std::exp(-h * 1.5) * exact.high(j / entries) *
                               exact.low()[static_cast<std::size_t>(j % entries)]});
  };
  keep(last_index, std::exp(-h * (last_index - 0.5)));
  const double scale = common / whole;
  std::array<double, entries> errors{};
  for (int row = entries - 1; row >= 0; --row) {
    const auto r = static_cast<std::size_t>(row);
    const bool last = row == entries - 1;
    if (!last && scale * (tables.error[r] + 2) / 1024.0 <= model.largest_error && row > 0) continue;
    const double factor = common * exact.high(row);
    for (std::size_t i = 0; i < entries; ++i)
      errors[i] = std::abs(scale * tables.weight(row * entries + static_cast<int>(i)) -
                           factor * exact.low()[i]);
    for (int i = last ? entries - 2 : entries - 1; i >= 0; --i)
      if (const double error = errors[static_cast<std::size_t>(i)]; error > model.largest_error)
        keep(row * entries + i, error);
  }
  model.centre = errors[0];
  return worst;
}

// Neighbouring indices with nearly equal distances share what is known about them: a tenth is left.
void add_indices(const std::vector<ProductIndex>& indices, ProductModel& model) {
  constexpr double alike = 0.998;
  for (const ProductIndex& next : indices) {
    if (!model.distance.empty() && next.distance > alike * model.distance.back()) {
      model.error.back() = next.error;  // it is larger
      continue;
    }
    model.distance.push_back(next.distance);
    model.weight.push_back(next.weight);
    model.error.push_back(next.error);
  }
}

ProductModel product_model(const WindowMean& filter) {
  const double space = filter.sigma_space;
  ProductModel model{.sigma = full_range * double{filter.sigma_range}};
  const int16_products::Scale scale = int16_products::scale(model.sigma, space);
  const double h = scale.step, lost = scale.multiplier == 0 ? 0.0 : 0.5;
  model.units = units_of(int16_products::pairs(filter, h), h);
  double rounded = 0;  // max |g|
  add_spatial(filter, h, rounded, model);
  model.relative = std::expm1(h * (lost + rounded));
  const int16_products::Exponentials exact(h);
  add_indices(worst_indices(int16_products::tables(exact), exact, h, std::exp(-h * lost), model),
              model);
  return model;
}

// The bound for D - 1 in an interval.
class ProductBound {
 public:
  explicit ProductBound(const ProductModel& model) : model_(model), value_(model.error.size()) {}

  double between(double low, double high) {
    const double rms = largest_rms(model_.sigma, model_.spatial, low, high);
    const double offset = largest_mean(model_.sigma, model_.spatial, low, high);
    const double u = model_.relative, at_centre = model_.centre;
    const double weights =
        (1.0 + low) * (1.0 - u) - model_.units * model_.largest_error - at_centre;
    if (weights <= 0.0) return full_range;
    const double sum = u * (1.0 + high) * rms + largest_sum(high, offset) + at_centre * offset;
    return std::min(full_range, sum / weights);
  }

 private:
  // m = 0, and m from 0.001 on, each 1.3 times the one before.
  static constexpr int multipliers = 39;
  static constexpr std::array<double, multipliers> multiplier = [] {
    std::array<double, multipliers> m{0.0, 1e-3};
    for (std::size_t k = 2; k < m.size(); ++k) m[k] = 1.3 * m[k - 1];
    return m;
  }();

  // sum U max_j(a (d + offset) - m w) + m high, for the best of the multipliers m. It is convex in
  // m, and neighbouring intervals have similar ones.
  double largest_sum(double high, double offset) {
    for (std::size_t i = 0; i < value_.size(); ++i)
      value_[i] = model_.error[i] * std::min(full_range, model_.distance[i] + offset);
    double least = sum_with(best_, high);
    const auto walk = [&](int by) {
      for (int k = best_ + by; k >= 0 && k < multipliers; k += by) {
        const double sum = sum_with(k, high);
        if (sum >= least) return;
        least = sum;
        best_ = k;
      }
    };
    const int start = best_;
    walk(1);
    if (best_ == start) walk(-1);
    return least;
  }

  double sum_with(int k, double high) const {
    const double m = multiplier[static_cast<std::size_t>(k)];
    std::array<double, 4> largest{};  // in turns, so that none waits for the one before
    const std::size_t whole = value_.size() / 4 * 4;
    for (std::size_t i = 0; i < whole; i += 4)
      for (std::size_t j = 0; j < 4; ++j)
        largest[j] = std::max(largest[j], value_[i + j] - m * model_.weight[i + j]);
    for (std::size_t i = whole; i < value_.size(); ++i)
      largest[0] = std::max(largest[0], value_[i] - m * model_.weight[i]);
    return model_.units * *std::ranges::max_element(largest) + m * high;
  }

  const ProductModel& model_;
  std::vector<double> value_;
  int best_ = multipliers / 2;
};

double products_error_of(const WindowMean& filter, bool guided) {
  const ProductModel model = product_model(filter);
  const double u = model.relative;
  const double lost = model.units * model.largest_error + model.centre;
  if (u + lost >= 0.5) return full_range;
  if (guided) return (0.5 * u + lost) * full_range / (1.0 - u - lost);
  ProductBound products(model);
  const auto bound = [&](double low, double high) { return products.between(low, high); };
  return worst_mass(model.spatial, bound, is_short(1.05, model.spatial)).error;
}

// All that products_error_of depends on.
struct ProductsKey {
  WindowKey window;
  bool guided;

  friend bool operator==(const ProductsKey&, const ProductsKey&) = default;
};

}  // namespace

double int16_products_error(const WindowMean& filter, bool guided) {
  static Memo<ProductsKey> memo;
  return memo.value({WindowKey(filter), guided}, [&] { return products_error_of(filter, guided); });
}

}  // namespace selvage::planner
