// SPDX-License-Identifier: Apache-2.0
#include "selvage/interop.hpp"

#include <fmt/format.h>

#include <array>

#include "engine/device_addresses.hpp"
#include "engine/plan_impl.hpp"
#include "engine/run_checks.hpp"
#include "selvage/error.hpp"

namespace selvage {
namespace {

void refuse_in_place(const ConstImageView& input, const ConstImageView& output) {
  if (input.data && output.data && same_samples(input, output))
    throw Error(Errc::invalid_argument,
                "output image: is also an input; a device does not filter in place",
                "give it a separate buffer");
}

// Returns the same images with each address split.
DeviceRun from_whole_addresses(DeviceRun run) {
  for (const auto member : native_images) split_address(run.*member);
  return run;
}

}  // namespace

void check_alignment(std::string_view port, const DeviceImage& image) {
  if (image.buffer == 0) return;
  const auto sample = static_cast<std::ptrdiff_t>(sample_bytes(image.shape.type));
  const Strides& s = image.shape.stride;
  for (const std::ptrdiff_t step : {image.offset, s.pixel, s.row, s.channel,
                                    image.shape.batch > 1 ? s.batch : std::ptrdiff_t{0},
                                    image.shape.depth > 1 ? s.slice : std::ptrdiff_t{0}})
    if (step % sample != 0)
      throw Error(Errc::invalid_argument,
                  fmt::format("{}: an offset or stride of {} bytes is not a multiple of a sample's "
                              "{} bytes",
                              port, step, sample));
}

void enqueue(Plan& plan, const DeviceRun& run) {
  Plan::Impl& p = *plan.impl_;
  const OneUser::Guard guard(p.user);
  const bool are_addresses = p.execution.device().starts_with("cuda");
  const DeviceRun from = are_addresses ? from_whole_addresses(run) : run;
  std::array<std::uint64_t, native_images.size()> buffers{};
  for (std::size_t i = 0; i < buffers.size(); ++i) buffers[i] = (from.*native_images[i]).buffer;
  const DeviceAddresses addresses(buffers, are_addresses);
  const auto input_of = [&](std::size_t i) -> const DeviceImage& { return from.*native_images[i]; };
  const auto output_of = [&](std::size_t i) -> const DeviceImage& {
    return from.*native_images[image_inputs.size() + i];
  };
  Inputs inputs;
  for (std::size_t i = 0; i < image_inputs.size(); ++i)
    inputs.*image_inputs[i].view = addresses.view(input_of(i));
  Counts none;  // lets a histogram's pipeline report why it cannot be enqueued
  const bool counts = std::holds_alternative<Histogram>(p.filter);
  Outputs outputs{.counts = counts ? &none : nullptr};
  for (std::size_t i = 0; i < image_outputs.size(); ++i)
    outputs.*image_outputs[i].view = addresses.view(output_of(i));
  check_run(p.filter, p.shapes, p.frame, inputs, outputs);
  for (std::size_t i = 0; i < image_inputs.size(); ++i)
    check_alignment(image_inputs[i].name, input_of(i));
  for (std::size_t i = 0; i < image_outputs.size(); ++i)
    check_alignment(image_outputs[i].label, output_of(i));
  for (const InputPort& input : image_inputs)
    for (const OutputPort& output : image_outputs)
      refuse_in_place(inputs.*input.view, outputs.*output.view);
  p.execution.pipeline().enqueue_native(from);
}

void* native_context(const Plan& plan) {
  return plan.impl_->execution.native_context();
}

}  // namespace selvage
