// SPDX-License-Identifier: Apache-2.0
#include "conformance/checks/trial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "conformance/checks/tolerance.hpp"
#include "reference/reference.hpp"
#include "selvage/error.hpp"
#include "support/judge.hpp"

namespace selvage::testing {
namespace {

Shape part_of(Shape shape, Rect part) {
  shape.width = part.width;
  shape.height = part.height;
  return shape;
}

Shape flags_shape(const Shape& result) {
  return {.width = result.width, .height = result.height, .batch = result.batch};
}

}  // namespace

Trial::Trial(const Case& c)
    : case_(c),
      filter_(filter_of(c)),
      whole_(c),
      given_(whole_.part(handed_in(c), slices_handed_in(c))) {
  largest_ = largest_sample(whole_.image.view());
  if (c.border == Border::constant)
    largest_ = std::max(largest_, std::abs(reference::to_type(c.border_value, c.type)));
  if (c.kind == Kind::convolution || c.kind == Kind::separable)
    largest_ = std::max(largest_, std::abs(double{c.offset}));
  if (c.kind == Kind::histogram) return;
  for (int b = 0; b < c.batch; ++b) expected_.push_back(reference::run(filter_, whole_.inputs(b)));
}

// Returns the reference of the approximation by rows and columns.
std::vector<reference::Result> Trial::separable() const {
  std::vector<reference::Result> results;
  for (int b = 0; b < case_.batch; ++b) {
    const Inputs in = whole_.inputs(b);
    results.push_back(
        reference::separable_bilateral(std::get<Bilateral>(filter_), in.image, in.mask));
  }
  return results;
}

// Returns nothing, and the result says why, when no candidate is within the request.
std::optional<Plan> Trial::plan(const Engine& engine, const Request& request,
                                TrialResult& result) const {
  Frame frame = frame_of(case_);
  frame.x = handed_in(case_).x;
  frame.y = handed_in(case_).y;
  frame.z = slices_handed_in(case_).first;
  try {
    return engine.plan(filter_, given_.inputs(), frame, request);
  } catch (const Error& e) {
    if (e.code() != Errc::unsupported) throw;
    result = {Outcome::refused, e.what()};
    return std::nullopt;
  }
}

TrialResult Trial::of(const Subject& subject) const try {
  if (!serves(subject, filter_)) return {Outcome::other, {}};
  const Engine& engine = *subject.engine;
  const bool bounded = keeps_bound(subject);
  TrialResult result;
  auto made = plan(engine, {.exact = case_.exact, .use = subject.candidate}, result);
  const double allowed = allowed_bound(case_, filter_);
  if (made && bounded && !(made->error_bound() <= allowed))
    return {Outcome::failed, fmt::format("its bound {:.3g} is over the request's {:.3g}",
                                         made->error_bound(), allowed)};
  if (!made) {
    made = plan(engine, {.max_error = any_error, .use = subject.candidate}, result);
    if (!made) return result;
    result.outcome = Outcome::beyond;
  }
  double unit = is_integer(case_.type) ? 1.0 : largest_;
  if (subject.entry->method == Method::bounded) unit = std::max(unit, 1.0);
  std::string why;
  if (case_.kind == Kind::histogram)
    why = judged_counts(*made);
  else if (bounded)
    why = judged(*made, expected_, propagated(made->error_bound() * unit, case_, largest_));
  else
    why = judged(*made, separable(), propagated_twice(allowed * unit, case_, largest_));
  return why.empty() ? result : TrialResult{Outcome::failed, why};
} catch (const std::exception& e) {
  return {Outcome::failed, fmt::format("exception: {}", e.what())};
}

// Returns why the plan's result is wrong; empty when it is right.
std::string Trial::judged(Plan& plan, const std::vector<reference::Result>& expected,
                          double tolerance) const {
  const Rect compute = frame_of(case_).compute;
  const Slices slices = frame_of(case_).slices;
  Shape shape = part_of(result_shape_of(case_), compute);
  shape.batch = case_.batch * slices.count;
  Canvas output(shape, case_.output), flags(flags_shape(shape), Layout::padded);
  const auto before = given_.bytes();
  Outputs outputs{.image = with_depth(output.view(), slices.count)};
  if (case_.kind == Kind::geometry) outputs.flags = flags.view();
  plan.run(given_.inputs(), outputs);
  if (!output.surroundings_untouched() || !flags.surroundings_untouched())
    return "bytes around the output were written";
  if (given_.bytes() != before) return "an input was written";

  for (int i = 0; i < shape.batch; ++i) {
    const int b = i / slices.count, z = i % slices.count + slices.first;
    const Expected wanted{.result = expected[static_cast<std::size_t>(b)],
                          .input = whole_.image.view().image(b * case_.depth + z),
                          .compute = compute,
                          .bound = tolerance,
                          .slice = z};
    std::string why = disagreement(wanted, output.view().image(i));
    if (why.empty() && outputs.flags) why = judged_flags(flags.view().image(b), b);
    if (!why.empty()) return shape.batch > 1 ? fmt::format("image {} z={}: {}", b, z, why) : why;
  }
  return {};
}

std::string Trial::judged_flags(const ConstImageView& flags, int image) const {
  const Rect compute = frame_of(case_).compute;
  const reference::Samples right =
      reference::discontinuities(std::get<GeometryGuided>(filter_), whole_.inputs(image));
  std::string why;
  for_each_sample(flags, [&](int x, int y, int, int) {
    const int got = std::to_integer<int>(*flags.at(x, y));
    const int wanted = static_cast<int>(right.at(compute.x + x, compute.y + y, 0));
    if (why.empty() && got != wanted)
      why = fmt::format("flags at x={} y={}: expected {}, got {}", x, y, wanted, got);
  });
  return why;
}

std::string Trial::judged_counts(Plan& plan) const {
  const auto before = given_.bytes();
  Counts counts;
  plan.run(given_.inputs(), {.counts = &counts});
  if (given_.bytes() != before) return "an input was written";
  const Counts right = reference::histogram(std::get<Histogram>(filter_),
                                            whole_.image.view().region(frame_of(case_).compute));
  if (counts.low != right.low || counts.high != right.high)
    return fmt::format("the range is {}..{}, expected {}..{}", counts.low, counts.high, right.low,
                       right.high);
  if (counts.not_numbers != right.not_numbers) return "NaN are counted wrong";
  for (std::size_t c = 0; c < right.bins.size(); ++c)
    for (std::size_t i = 0; i < right.bins[c].size(); ++i)
      if (counts.bins.at(c).at(i) != right.bins[c][i])
        return fmt::format("channel {}, bin {}: expected {}, got {}", c, i, right.bins[c][i],
                           counts.bins[c][i]);
  return counts.bins.size() == right.bins.size() ? "" : "too many channels";
}

}  // namespace selvage::testing
