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
#include <cmath>
#include <vector>

#include "methods/direct/int16_products.hpp"
#include "methods/direct/worst_mass.hpp"
#include "planner/memo.hpp"

namespace selvage::planner {
namespace {

constexpr double full_range = 255.0;

// What is known about taps with an index. Taps with the same index share the bounds.
struct ProductIndex {
  double error = 0;     // a
  double distance = 0;  // largest d
  double weight = 0;    // least w / U
};

struct ProductModel {
  std::vector<ProductIndex> indices = {};  // that may be the worst
  double relative = 0;                     // u
  double largest_error = 0;                // max a
  double centre = 0;                       // a(0)
  double sigma = 0;                        // levels
  double units = 0;                        // sum of U without the centre's
  double spatial = 0;                      // sum of spatial weights without the centre's
};

// Adds up the units of all taps but the centre.
double units_of(const std::vector<int16_products::Pair>& pairs, double step) {
  double sum = -1.0;
  for (const int16_products::Pair& pair : pairs)
    for (const std::uint16_t steps : pair.steps)
      if (steps != 65535) sum += int16_products::unit(pair.group, step);
  return sum;
}

ProductModel product_model(const WindowMean& filter) {
  const double space = filter.sigma_space;
  ProductModel model{.sigma = full_range * double{filter.sigma_range}};
  const int16_products::Scale scale = int16_products::scale(model.sigma, space);
  const int16_products::Tables tables = int16_products::tables(scale.step);
  const double h = scale.step, lost = scale.multiplier == 0 ? 0.0 : 0.5;
  const auto pairs = int16_products::pairs(filter.window, filter.radius_x, space, h);
  model.units = units_of(pairs, h);
  double rounded = 0;  // max |g|
  for (int dy = -filter.radius_y; dy <= filter.radius_y; ++dy) {
    const int extent = row_extent(filter.window, filter.radius_x, dy);
    for (int dx = -extent; dx <= extent; ++dx) {
      const double steps = int16_products::spatial_steps(dx, dy, space, h);
      rounded = std::max(rounded, std::abs(steps - std::round(steps)));
      if (dx != 0 || dy != 0) model.spatial += std::exp(-h * steps);
    }
  }
  model.relative = std::expm1(h * (lost + rounded));
  const double common = std::exp(-h * lost);
  const auto error_at = [&](int j) {
    const double exact = std::exp(-h * j);
    if (j == int16_products::last_index) return std::exp(-h * (j - 0.5));
    return common * std::abs(double(tables.weight(j)) / int16_products::whole - exact);
  };
  // Distances grow with indices and weights fall, so an index counts only if its error exceeds
  // those of all larger ones.
  for (int j = int16_products::last_index; j >= 0; --j) {
    const double error = error_at(j);
    if (error <= model.largest_error) continue;
    model.largest_error = error;
    model.indices.push_back(
        {.error = error,
         .distance = std::min(full_range, model.sigma * std::sqrt(2.0 * h * (j + 2))),
         .weight = std::exp(-h * (j + 1.5))});
  }
  model.centre = error_at(0);
  return model;
}

// sum U max_j(a (d + offset) - m w) + m high, for the best of a few m.
double largest_products(const ProductModel& model, double high, double offset) {
  double least = 1e300;
  for (double m = 0.0; m < 20.0; m = m == 0.0 ? 1e-3 : 1.3 * m) {
    double largest = 0;
    for (const ProductIndex& i : model.indices)
      largest =
          std::max(largest, i.error * std::min(full_range, i.distance + offset) - m * i.weight);
    least = std::min(least, model.units * largest + m * high);
  }
  return least;
}

// The bound for D - 1 in low..high.
double products_error_between(const ProductModel& model, double low, double high) {
  const double rms = largest_rms(model.sigma, model.spatial, low, high);
  const double offset = largest_mean(model.sigma, model.spatial, low, high);
  const double u = model.relative, at_centre = model.centre;
  const double weights = (1.0 + low) * (1.0 - u) - model.units * model.largest_error - at_centre;
  if (weights <= 0.0) return full_range;
  return (u * (1.0 + high) * rms + largest_products(model, high, offset) + at_centre * offset) /
         weights;
}

double products_error_of(const WindowMean& filter, bool guided) {
  const ProductModel model = product_model(filter);
  const double u = model.relative;
  const double lost = model.units * model.largest_error + model.centre;
  if (u + lost >= 0.5) return full_range;
  if (guided) return (0.5 * u + lost) * full_range / (1.0 - u - lost);
  const auto bound = [&](double low, double high) {
    return products_error_between(model, low, high);
  };
  return worst_mass(model.spatial, bound, is_short(1.05, model.spatial)).error;
}

// All that products_error_of depends on.
struct ProductsKey {
  int radius;
  Window window;
  double sigma_space;
  float sigma_range;
  bool guided;

  friend bool operator==(const ProductsKey&, const ProductsKey&) = default;
};

}  // namespace

double int16_products_error(const WindowMean& filter, bool guided) {
  static Memo<ProductsKey> memo;
  return memo.value(
      {filter.radius_x, filter.window, filter.sigma_space, filter.sigma_range, guided},
      [&] { return products_error_of(filter, guided); });
}

}  // namespace selvage::planner
