// SPDX-License-Identifier: Apache-2.0
#include "methods/direct_gradient/direct_gradient.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>
#include <variant>

#include "filters/window.hpp"
#include "planner/error_terms.hpp"

namespace selvage::planner {
namespace {

constexpr int whole_planes(int channels) {
  return channels == 2 ? 3 : channels;
}

template <class F>
constexpr bool has_gradient = std::is_same_v<F, Bilateral> || std::is_same_v<F, JointBilateral> ||
                              std::is_same_v<F, Gaussian>;

template <class F>
GradientRefusal refusal_of(const F& f, bool alpha) {
  if constexpr (requires { f.norm; })
    if (f.norm != Norm::l2 && f.norm != Norm::l1 && f.norm != Norm::per_channel)
      return {fmt::format("norm {} has no gradient", name(f.norm)), "use l2, l1 or per_channel"};
  if constexpr (requires { f.iterations; })
    if (f.iterations != 1)
      return {fmt::format("the gradient of {} iterations is not computed", f.iterations),
              "apply the gradient of one iteration to each image between them"};
  if (f.fill) return {"a filter that fills holes has no gradient", "leave fill out"};
  if (f.alpha == Alpha::weight && alpha)
    return {"colours weighted by alpha have no gradient", "use alpha keep or filter"};
  return {};
}

}  // namespace

GradientRefusal gradient_refusal(const Filter& filter, bool alpha) {
  return std::visit(
      [&]<class F>(const F& f) -> GradientRefusal {
        if constexpr (has_gradient<F>)
          return refusal_of(f, alpha);
        else
          return {fmt::format("{} has no gradient", name(Filter(f))),
                  "bilateral, joint and gaussian have one"};
      },
      filter);
}

GradientShape gradient_shape(const WindowMean& step, int averaged, int guide_channels) {
  using Weight = GradientShape::Weight;
  GradientShape shape{.averaged = averaged,
                      .values = whole_planes(averaged),
                      .guide_channels = guide_channels,
                      .guide = whole_planes(guide_channels)};
  const int compared = guide_channels > 0 ? guide_channels : averaged;
  if (step.guide == Guide::none)
    shape.weight = Weight::space;
  else if (compared == 1 || step.norm == Norm::l2)  // one difference has one norm
    shape.weight = Weight::l2;
  else
    shape.weight = step.norm == Norm::l1 ? Weight::l1 : Weight::per_channel;
  return shape;
}

double gradient_error(const WindowMean& step) {
  const int additions = std::min(2 * step.radius_x + 1, gradient_block);
  const double mean = std::numbers::ln2 * mean_exponent(window_taps(step));
  const double weight_sum = exp2_error(5) + ulp + (12.0 * mean + additions + 1.0) * ulp;
  return 1.01 * (2.0 * weight_sum + (2.0 * additions + 48.0) * ulp);
}

}  // namespace selvage::planner
