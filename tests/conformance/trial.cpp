// SPDX-License-Identifier: Apache-2.0
#include "conformance/trial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "conformance/tolerance.hpp"
#include "reference/bilateral.hpp"
#include "selvage/error.hpp"
#include "support/judge.hpp"
#include "support/pictures.hpp"

namespace selvage::testing {
namespace {

constexpr double any_error = 1e6;  // a request that every bound is within

Shape part_of(Shape shape, Rect part) {
  shape.width = part.width;
  shape.height = part.height;
  return shape;
}

// A mask for each image of the batch when the seed is even, else one for all.
Shape mask_shape(const Case& c) {
  return {.width = c.width, .height = c.height, .batch = c.seed % 2 == 0 ? c.batch : 1};
}

Inputs inputs_of(const Case& c, const Canvas& image, const Canvas& mask) {
  Inputs inputs{.image = image.view()};
  if (c.holes == Holes::mask) inputs.mask = mask.view();
  return inputs;
}

}  // namespace

Trial::Trial(const Case& c)
    : case_(c),
      whole_(shape_of(c), Layout::interleaved),
      given_(part_of(shape_of(c), handed_in(c)), c.input),
      given_mask_(part_of(mask_shape(c), handed_in(c)), Layout::padded) {
  draw(whole_.view(), c.content, c.seed);
  pierce(whole_.view(), c.holes, c.seed);
  Canvas mask(mask_shape(c), Layout::interleaved);
  draw_mask(mask.view(), c.seed);
  copy_bits(whole_.view().region(handed_in(c)), given_.view());
  copy_bits(mask.view().region(handed_in(c)), given_mask_.view());

  const Bilateral filter = filter_of(c);
  largest_ = largest_sample(whole_.view());
  if (c.border == Border::constant)
    largest_ = std::max(largest_, std::abs(reference::to_type(c.border_value, c.type)));
  for (int b = 0; b < c.batch; ++b) {
    ConstImageView image_mask;
    if (c.holes == Holes::mask) image_mask = mask.view().image(mask.view().batch > 1 ? b : 0);
    expected_.push_back(reference::bilateral(filter, whole_.view().image(b), image_mask));
  }
}

// None, and the outcome says so, when no candidate is within the request.
std::optional<Plan> Trial::plan(const Engine& engine, const Request& request,
                                Outcome& outcome) const {
  Frame frame = frame_of(case_);
  frame.x = handed_in(case_).x;
  frame.y = handed_in(case_).y;
  try {
    return engine.plan(filter_of(case_), inputs_of(case_, given_, given_mask_), frame, request);
  } catch (const Error& e) {
    if (e.code() != Errc::unsupported) throw;
    outcome = {Verdict::refused, e.what()};
    return std::nullopt;
  }
}

Outcome Trial::of(const Engine& engine, const std::string& candidate) const try {
  Outcome outcome;
  auto made = plan(engine, {.exact = case_.exact, .use = candidate}, outcome);
  if (made && !(made->error_bound() <= allowed_bound(case_)))
    return {Verdict::failed, fmt::format("its bound {:.3g} is over the request's {:.3g}",
                                         made->error_bound(), allowed_bound(case_))};
  if (!made) {
    made = plan(engine, {.max_error = any_error, .use = candidate}, outcome);
    if (!made) return outcome;
    outcome.verdict = Verdict::beyond;
  }
  const std::string why = judged(*made);
  return why.empty() ? outcome : Outcome{Verdict::failed, why};
} catch (const std::exception& e) {
  return {Verdict::failed, fmt::format("exception: {}", e.what())};
}

// Why the plan's result is wrong, or empty.
std::string Trial::judged(Plan& plan) const {
  const Rect compute = frame_of(case_).compute;
  Canvas output(part_of(shape_of(case_), compute), case_.output);
  const auto image_before = given_.bytes(), mask_before = given_mask_.bytes();
  plan.run(inputs_of(case_, given_, given_mask_), {.image = output.view()});
  if (!output.surroundings_untouched()) return "bytes around the output were written";
  if (given_.bytes() != image_before || given_mask_.bytes() != mask_before)
    return "an input was written";

  const double unit = is_integer(case_.type) ? 1.0 : largest_;
  const double tolerance = propagated(plan.error_bound() * unit, case_, largest_);
  for (int b = 0; b < case_.batch; ++b) {
    const Expected expected{.result = expected_[static_cast<std::size_t>(b)],
                            .input = whole_.view().image(b),
                            .compute = compute,
                            .bound = tolerance};
    const std::string why = disagreement(expected, output.view().image(b));
    if (!why.empty()) return case_.batch > 1 ? fmt::format("image {}: {}", b, why) : why;
  }
  return {};
}

}  // namespace selvage::testing
