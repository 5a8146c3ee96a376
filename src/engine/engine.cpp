// SPDX-License-Identifier: Apache-2.0
// Validates, plans and prepares.

#include "selvage/engine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/ports.hpp"
#include "core/samples.hpp"
#include "core/views.hpp"
#include "engine/check_shapes.hpp"
#include "engine/devices/runtimes.hpp"
#include "engine/engine_impl.hpp"
#include "engine/plan_impl.hpp"
#include "selvage/error.hpp"

namespace selvage {
namespace {

// Returns the extent that a float image's error is proportional to, including values that the
// filter adds.
double error_extent(const Filter& filter, const ConstImageView& image) {
  return std::visit(
      [&](const auto& f) {
        double outside = 0.0, offset = 0.0;
        if constexpr (requires { f.border_value; })
          if (f.border == Border::constant)
            outside = stored_value(f.border_value, image.type, image.type);
        if constexpr (requires { f.offset; }) offset = std::fabs(double{f.offset});
        return std::max(sample_extent(image, outside), offset);
      },
      filter);
}

Problem problem_of(const Filter& filter, const Inputs& shapes, const Frame& frame,
                   const Request& request) {
  const ConstImageView& image = shapes.image;
  Problem problem{.filter = filter,
                  .type = image.type,
                  .width = frame.compute.width,
                  .height = frame.compute.height,
                  .whole_width = frame.width,
                  .whole_height = frame.height,
                  .depth = frame.slices.count,
                  .whole_depth = frame.depth,
                  .channels = image.channels,
                  .alpha = image.alpha,
                  .batch = image.batch,
                  .mask = shapes.mask.width > 0,
                  .shapes = without_data(shapes)};
  if (request.max_error && !is_integer(image.type))
    problem.sample_extent = image.data ? error_extent(filter, image) : request.sample_extent;
  return problem;
}

// Limits the GPU memory that plans may use.
void limit_memory(GpuFacts& gpu, std::size_t limit) {
  if (limit > 0) gpu.memory_bytes = std::min(gpu.memory_bytes, limit);
}

std::shared_ptr<DeviceSet> automatic_devices(const EngineOptions& options) {
  auto cpu = open_runtime("cpu", options);
  AutomaticGpus known = cached_gpus();
  for (CachedGpu& gpu : known.gpus) {
    limit_memory(gpu.facts.gpu, options.device_memory);
    gpu.facts.gpu.staging_threads = staging_threads(options);
  }
  const auto open = [options](const std::string& device) { return open_runtime(device, options); };
  return std::make_shared<DeviceSet>(std::move(cpu), std::move(known.gpus), open,
                                     options.expected_runs, std::move(known.left_out));
}

// Returns another placement for when this one's device fails; none for the CPU.
Execution::Fallback fallback_of(const Placement& placement, std::shared_ptr<DeviceSet> devices,
                                const Request& request) {
  if (placement.device == "cpu") return {};
  return [devices = std::move(devices), device = placement.device,
          problem = placement.decision.problem,
          request] { return devices->fallback_for(device, problem, request); };
}

std::shared_ptr<DeviceSet> places_of(const Device& device, const EngineOptions& options) {
  auto places = device.id == Device::automatic().id
                    ? automatic_devices(options)
                    : std::make_shared<DeviceSet>(device.id, open_runtime(device.id, options));
  places->use_rates(tuned_rates);
  return places;
}

}  // namespace

Engine::Engine(const Device& device, const EngineOptions& options)
    : impl_(std::make_unique<Impl>(Impl{device, options, places_of(device, options)})) {}
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;
Engine::~Engine() = default;

const Device& Engine::device() const {
  return impl_->device;
}

Plan Engine::plan(const Filter& filter, const Inputs& shapes, const Frame& frame,
                  const Request& request) const {
  check_shapes(filter, shapes, frame);

  const Problem problem = problem_of(filter, shapes, frame, request);
  Placement placement = impl_->devices->place(problem, request);
  auto fallback = fallback_of(placement, impl_->devices, request);
  return Plan(std::make_unique<Plan::Impl>(
      Plan::Impl{.filter = filter,
                 .frame = frame,
                 .shapes = without_data(shapes),
                 .devices = impl_->devices,
                 .request = request,
                 .placement = placement,
                 .execution = Execution(placement, frame, std::move(fallback))}));
}

Plan Plan::part(const Inputs& shapes, const Frame& frame) const {
  const Impl& whole = *impl_;
  check_shapes(whole.filter, shapes, frame);
  Problem problem = problem_of(whole.filter, without_data(shapes), frame, whole.request);
  Placement placement = whole.placement;
  problem.sample_extent = placement.decision.problem.sample_extent;
  placement.decision =
      planner::decide_part(placement.decision, problem, placement.runtime->facts());
  auto fallback = fallback_of(placement, whole.devices, whole.request);
  return Plan(
      std::make_unique<Impl>(Impl{.filter = whole.filter,
                                  .frame = frame,
                                  .shapes = without_data(shapes),
                                  .devices = whole.devices,
                                  .request = whole.request,
                                  .placement = placement,
                                  .execution = Execution(placement, frame, std::move(fallback))}));
}

Report Engine::run(const Filter& filter, const Inputs& inputs, const Outputs& outputs,
                   const Frame& frame, const Request& request, const Controls& controls) const {
  return plan(filter, inputs, frame, request).run(inputs, outputs, controls);
}

Report Engine::run(const Filter& filter, const Inputs& inputs, const Outputs& outputs) const {
  const ConstImageView shape = result_shape(filter, inputs.image, inputs.guide);
  return run(filter, inputs, outputs, Frame::whole(shape.width, shape.height, shape.depth));
}

Image Engine::run(const Filter& filter, const ConstImageView& image, const Request& request) const {
  check_view("image", image);
  const ConstImageView shape = result_shape(filter, image);
  Image result = Image::volume(shape.type, shape.width, shape.height, shape.depth, shape.channels,
                               shape.alpha, shape.batch, no_limits);
  run(filter, {.image = image}, {.image = result},
      Frame::whole(image.width, image.height, image.depth), request);
  return result;
}

}  // namespace selvage
