// SPDX-License-Identifier: Apache-2.0
#include "methods/direct_gradient/direct_gradient.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>
#include <variant>

#include "core/ports.hpp"
#include "core/sample.hpp"
#include "filters/mean_passes.hpp"
#include "filters/window.hpp"
#include "planner/error_terms.hpp"
#include "selvage/error.hpp"

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

double GradientProblem::stored_sigma_range() const {
  return step.sigma_range * full_scale(shape.guide > 0 ? shapes.guide.type : shapes.image.type);
}

double GradientProblem::space_factor() const {
  const double sigma = step.sigma_space;
  return 1.0 / (sigma * sigma * sigma) / full_scale(shapes.image.type);
}

double GradientProblem::range_factor() const {
  if (shape.weight == GradientShape::Weight::space) return 0.0;
  const double sigma = stored_sigma_range();
  return 1.0 / (sigma * sigma * step.sigma_range) / full_scale(shapes.image.type);
}

double GradientProblem::guide_unit() const {
  return shape.guide > 0 ? full_scale(shapes.guide.type) / full_scale(shapes.image.type) : 1.0;
}

GradientProblem gradient_problem(const Filter& filter, const Inputs& inputs) {
  const ConstImageView& image = inputs.image;
  const GradientRefusal refusal = gradient_refusal(filter, image.alpha);
  if (!refusal.why.empty()) throw Error(Errc::unsupported, refusal.why, refusal.hint);
  const WindowMean step = main_step({.filter = filter});
  const int averaged = step.alpha == Alpha::filter ? image.channels : image.colour_channels();
  const int guide = step.guide == Guide::given ? inputs.guide.colour_channels() : 0;
  return {
      .step = step, .shape = gradient_shape(step, averaged, guide), .shapes = without_data(inputs)};
}

double gradient_error(const WindowMean& step, Platform platform) {
  const bool cpu = platform == Platform::cpu;
  const int additions = std::min(2 * step.radius_x + 1, gradient_block);
  const double mean = std::numbers::ln2 * mean_exponent(window_taps(step));
  const double weight = cpu ? exp2_error(5) + ulp : 6.0 * ulp;
  const double weight_sum = weight + (12.0 * mean + additions + 1.0) * ulp;
  return 1.01 * (2.0 * weight_sum + (2.0 * additions + (cpu ? 48.0 : 72.0)) * ulp);
}

}  // namespace selvage::planner
