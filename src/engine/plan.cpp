// SPDX-License-Identifier: Apache-2.0
// Running a plan: the checks of a run, and its passes one after another.

#include <fmt/format.h>

#include <numeric>

#include "core/samples.hpp"
#include "core/views.hpp"
#include "engine/plan_impl.hpp"
#include "engine/unused_ports.hpp"
#include "selvage/error.hpp"

namespace selvage {
namespace {

bool same_shape(const ConstImageView& a, const ConstImageView& b) {
  return a.type == b.type && a.width == b.width && a.height == b.height &&
         a.channels == b.channels && a.alpha == b.alpha && a.batch == b.batch && a.depth == b.depth;
}

std::string shape(const ConstImageView& v) {
  return fmt::format("{}x{} {} with {} channels{}, batch {}", v.width, v.height, name(v.type),
                     v.channels, v.alpha ? " (alpha last)" : "", v.batch);
}

void check_shape(std::string_view port, const ConstImageView& given,
                 const ConstImageView& expected) {
  if (!same_shape(given, expected))
    throw Error(Errc::invalid_argument,
                fmt::format("{}: is {}, must be {}", port, shape(given), shape(expected)));
}

void check_input(std::string_view port, const ConstImageView& given,
                 const ConstImageView& planned) {
  check_view(port, given);
  check_shape(port, given, planned);
  if (!given.data) throw Error(Errc::invalid_argument, fmt::format("{}: has no data", port));
}

void check_output(const ImageView& output, const ConstImageView& input, const Frame& frame) {
  if (!output.data) throw Error(Errc::invalid_argument, "output image: has no data");
  check_view("output image", output);
  ConstImageView expected = input;
  expected.width = frame.compute.width;
  expected.height = frame.compute.height;
  expected.alpha = output.alpha;  // the same samples either way
  check_shape("output image", output, expected);
  check_distinct_samples("output image", output);
}

// The input, or a copy of it when the output is the same view.
ConstImageView apart_from(const ImageView& output, const ConstImageView& input, Image& copy) {
  if (!input.data || !same_samples(input, output)) return input;
  if (!copy)
    copy = Image(input.type, input.width, input.height, input.channels, input.alpha, input.batch,
                 no_limits);
  copy_samples(input, copy);
  return copy;
}

}  // namespace

double Report::seconds() const {
  return std::accumulate(stages.begin(), stages.end(), 0.0,
                         [](double sum, const Stage& stage) { return sum + stage.seconds; });
}

Plan::Plan(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Plan::Plan(Plan&&) noexcept = default;
Plan& Plan::operator=(Plan&&) noexcept = default;
Plan::~Plan() = default;

const std::string& Plan::candidate() const {
  return impl_->candidate;
}
double Plan::error_bound() const {
  return impl_->choice.error;
}
double Plan::predicted_seconds() const {
  return impl_->choice.seconds;
}
std::size_t Plan::scratch_bytes() const {
  return impl_->choice.scratch.host;
}
std::size_t Plan::device_bytes() const {
  return impl_->choice.scratch.device;
}
const std::vector<Reason>& Plan::reasons() const {
  return impl_->choice.reasons;
}

void Plan::Impl::reserve() {
  if (pipeline) return;
  pipeline = runtime->make({.candidate = candidate,
                            .passes = choice.passes,
                            .problem = problem,
                            .tuning = choice.tuning,
                            .frame = frame});
}

void Plan::reserve() {
  impl_->reserve();
}

Report Plan::run(const Inputs& inputs, const Outputs& outputs, const Controls& controls) {
  Impl& plan = *impl_;
  check_unused(plan.filter, inputs);
  check_unused(plan.filter, outputs);
  check_input("image", inputs.image, plan.shapes.image);
  if (inputs.mask || plan.shapes.mask.width > 0) check_input("mask", inputs.mask, plan.shapes.mask);
  check_output(outputs.image, inputs.image, plan.frame);
  check_overlap("image", inputs.image, "output image", outputs.image);
  if (inputs.mask) check_overlap("mask", inputs.mask, "output image", outputs.image);

  plan.reserve();
  const ConstImageView mask = apart_from(outputs.image, inputs.mask, plan.mask_copy);
  const ConstImageView image = apart_from(outputs.image, inputs.image, plan.image_copy);
  Report report{
      .device = plan.device, .candidate = plan.candidate, .error_bound = plan.choice.error};
  plan.pipeline->run({.image = image, .mask = mask}, outputs, controls, report);
  return report;
}

}  // namespace selvage
