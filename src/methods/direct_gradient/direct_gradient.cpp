// SPDX-License-Identifier: Apache-2.0
#include "methods/direct_gradient/direct_gradient.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>
#include <variant>

#include "core/ports.hpp"
#include "core/sample.hpp"
#include "core/samples.hpp"
#include "filters/mean_passes.hpp"
#include "filters/window.hpp"
#include "planner/error_terms.hpp"
#include "selvage/error.hpp"

namespace selvage::planner {
namespace {

constexpr int whole_planes(int channels) {
  return channels == 2 ? 3 : channels;
}

// Returns the roundings of a sum over channels, in runs, beyond those of few.
double channel_roundings(int channels) {
  if (channels <= few_gradient_channels) return 0.0;
  const int runs = (channels - 1) / gradient_channel_run;
  return std::min(channels, gradient_channel_run) + runs - few_gradient_channels;
}

// Returns the problem with a mask in place of `invalid`, which other channels decide, too.
GradientProblem masked(GradientProblem problem) {
  const ConstImageView& image = problem.shapes.image;
  problem.shapes.mask = {
      .width = image.width, .height = image.height, .channels = 1, .batch = image.batch};
  WindowMean& step = problem.step;
  const auto stored = [&](float v) {
    return static_cast<float>(stored_value(v, image.type, image.type));
  };
  // Invalid taps outside are none.
  if (step.border == Border::constant && step.invalid &&
      stored(*step.invalid) == stored(step.border_value))
    step.border = Border::shrink;
  step.invalid.reset();
  return problem;
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

std::vector<GradientBlock> gradient_blocks(const GradientProblem& problem) {
  using Weight = GradientShape::Weight;
  const GradientShape& shape = problem.shape;
  const bool apart = shape.weight == Weight::space || shape.weight == Weight::per_channel;
  if (!shape.many() || !apart) return {{.problem = problem}};
  std::vector<GradientBlock> blocks;
  for (int first = 0; first < shape.averaged; first += few_gradient_channels) {
    const int count = std::min(few_gradient_channels, shape.averaged - first);
    const auto channels = [&](const ConstImageView& view) {
      return first + count < shape.averaged ? count : view.channels - first;
    };
    GradientBlock block{.first = first, .problem = masked(problem)};
    Inputs& shapes = block.problem.shapes;
    shapes.image = block.cut(shapes.image, channels(shapes.image));
    if (shape.guide > 0) shapes.guide = block.cut(shapes.guide, channels(shapes.guide));
    block.problem.shape = gradient_shape(problem.step, count, shape.guide > 0 ? count : 0);
    blocks.push_back(block);
  }
  return blocks;
}

double gradient_error(const GradientProblem& problem, Platform platform) {
  const bool cpu = platform == Platform::cpu;
  const GradientShape shape = gradient_blocks(problem).front().problem.shape;
  const int compared = shape.guide > 0 ? shape.guide_channels : shape.averaged;
  const double distance = channel_roundings(compared), sum = channel_roundings(shape.averaged);
  const double exponent = 12.0 + (shape.weight == GradientShape::Weight::l1 ? 2.0 : 1.0) * distance;
  const int additions = std::min(2 * problem.step.radius_x + 1, gradient_block);
  const double mean = std::numbers::ln2 * mean_exponent(window_taps(problem.step));
  const double weight = cpu ? exp2_error(5) + ulp : 6.0 * ulp;
  const double weight_sum = weight + (exponent * mean + additions + 1.0) * ulp;
  const double steps = (cpu ? 48.0 : 72.0) + (cpu && shape.many() ? 8.0 : 0.0);
  const double channels = 2.0 * (exponent - 12.0) + distance + sum;
  return 1.01 * (2.0 * weight_sum + (2.0 * additions + channels + steps) * ulp);
}

}  // namespace selvage::planner
