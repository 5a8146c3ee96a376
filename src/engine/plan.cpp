// SPDX-License-Identifier: Apache-2.0
// Running a plan: the checks of a run, and its passes one after another.

#include <fmt/format.h>

#include <chrono>
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

// The whole run's share of one pass's progress.
Controls controls_of_pass(const Controls& controls, std::size_t pass, std::size_t passes) {
  if (!controls.progress) return controls;
  return {.cancel = controls.cancel, .progress = [&controls, pass, passes](double done) {
            controls.progress((static_cast<double>(pass) + done) / static_cast<double>(passes));
          }};
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
  return impl_->choice.scratch_bytes;
}
const std::vector<Reason>& Plan::reasons() const {
  return impl_->choice.reasons;
}

void Plan::Impl::reserve() {
  if (!kernels.empty()) return;
  scratch = runtime->scratch();
  const std::vector<Pass>& passes = choice.passes;
  std::vector<std::shared_ptr<Kernel>> made(passes.size());
  for (std::size_t i = 0; i < passes.size(); ++i)
    made[i] = i > 0 && passes[i] == passes[i - 1]
                  ? made[i - 1]
                  : runtime->make(candidate, passes[i], problem, choice.tuning, *scratch);
  for (std::size_t i = 0; i + 1 < rects.size() && i < intermediates.size(); ++i)
    // The first rectangles are the largest.
    intermediates[i] = Image(PixelType::f32, rects[i].width, rects[i].height, problem.channels,
                             problem.alpha, problem.batch, no_limits);
  kernels = std::move(made);
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
  ConstImageView source = apart_from(outputs.image, inputs.image, plan.image_copy);
  Frame frame = plan.frame;  // of the pass; its origin is where `source` lies
  Report report{
      .device = plan.device, .candidate = plan.candidate, .error_bound = plan.choice.error};
  const std::size_t passes = plan.kernels.size();
  for (std::size_t i = 0; i < passes; ++i) {
    frame.compute = plan.rects[i];
    const Rect in_mask{frame.x - plan.frame.x, frame.y - plan.frame.y, source.width, source.height};
    const Inputs in{.image = source, .mask = mask ? mask.region(in_mask) : mask};
    const bool last = i + 1 == passes;
    Image& next = plan.intermediates[i % 2];
    ImageView target = last ? outputs.image
                            : next.view().region({0, 0, frame.compute.width, frame.compute.height});
    target.alpha = source.alpha;
    const auto start = std::chrono::steady_clock::now();
    plan.kernels[i]->run(in, {.image = target}, frame, controls_of_pass(controls, i, passes));
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    report.stages.push_back({std::string(plan.choice.passes[i].name), elapsed.count()});
    source = target;
    frame.x = frame.compute.x;
    frame.y = frame.compute.y;
  }
  return report;
}

}  // namespace selvage
