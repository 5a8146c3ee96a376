// SPDX-License-Identifier: Apache-2.0
// Queries and runs of a plan.

#include "core/ports.hpp"
#include "core/samples.hpp"
#include "core/views.hpp"
#include "engine/plan_impl.hpp"
#include "engine/run_checks.hpp"

namespace selvage {
namespace {

// Returns the input, or a copy of it if the output is the same view.
ConstImageView apart_from(const ImageView& output, const ConstImageView& input, Image& copy) {
  if (!input.data || !same_samples(input, output)) return input;
  if (!copy)
    copy = Image::volume(input.type, input.width, input.height, input.depth, input.channels,
                         input.alpha, input.batch, no_limits);
  copy_samples(input, copy);
  return copy;
}

}  // namespace

Plan::Plan(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Plan::Plan(Plan&&) noexcept = default;
Plan& Plan::operator=(Plan&&) noexcept = default;
Plan::~Plan() = default;

const std::string& Plan::device() const {
  return impl_->execution.device();
}
const std::string& Plan::candidate() const {
  return impl_->execution.candidate();
}
double Plan::error_bound() const {
  return impl_->execution.decision().offer.error;
}
double Plan::predicted_seconds() const {
  return impl_->execution.decision().offer.seconds;
}
std::size_t Plan::scratch_bytes() const {
  return impl_->execution.decision().offer.scratch.host;
}
std::size_t Plan::device_bytes() const {
  return impl_->execution.decision().offer.scratch.device;
}
int Plan::halo() const {
  return selvage::halo(impl_->filter);
}
const std::vector<Reason>& Plan::reasons() const {
  const std::scoped_lock lock(*impl_->explaining);
  return impl_->execution.reasons();
}

double Plan::max_error() const {
  return impl_->execution.decision().requested;
}
std::vector<TuningParameter> Plan::tuning() const {
  return impl_->execution.decision().offer.tuning.numbers();
}

void Plan::reserve() {
  const OneUser::Guard guard(impl_->user);
  impl_->execution.reserve();
}

Report Plan::run(const Inputs& inputs, const Outputs& outputs, const Controls& controls) {
  Impl& plan = *impl_;
  const OneUser::Guard guard(plan.user);
  check_run(plan.filter, plan.shapes, plan.frame, inputs, outputs);
  plan.execution.reserve();
  Inputs apart = inputs;
  for (const OutputPort& port : image_outputs) {
    const ImageView& output = outputs.*port.view;
    for (std::size_t i = 0; output && i < image_inputs.size(); ++i) {
      ConstImageView& input = apart.*image_inputs[i].view;
      input = apart_from(output, input, plan.copies.at(i));
    }
  }
  return plan.execution.run(apart, outputs, controls);
}

}  // namespace selvage
