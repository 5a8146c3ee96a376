// SPDX-License-Identifier: Apache-2.0
// Validate, plan, make ready.

#include "selvage/engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/samples.hpp"
#include "core/views.hpp"
#include "engine/check_shapes.hpp"
#include "engine/plan_impl.hpp"
#include "engine/runtimes.hpp"
#include "selvage/error.hpp"

namespace selvage {
namespace {

Inputs without_data(Inputs inputs) {
  for (ConstImageView* view :
       {&inputs.image, &inputs.guide, &inputs.mask, &inputs.normals, &inputs.depth})
    view->data = nullptr;
  return inputs;
}

// What the error of a float image goes by, with the values that the filter brings in.
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
                  .channels = image.channels,
                  .alpha = image.alpha,
                  .batch = image.batch,
                  .mask = shapes.mask.width > 0,
                  .shapes = without_data(shapes)};
  if (request.max_error && !is_integer(image.type) && image.data)
    problem.sample_extent = error_extent(filter, image);
  return problem;
}

// A GPU's memory that plans may use.
void limit_memory(GpuFacts& gpu, std::size_t limit) {
  if (limit > 0) gpu.memory_bytes = std::min(gpu.memory_bytes, limit);
}

std::shared_ptr<Places> automatic_places(const EngineOptions& options) {
  auto cpu = open_runtime("cpu", options);
  Look fresh;
  KnownGpus gpus = known_gpus(fresh);
  for (KnownGpu& gpu : gpus) limit_memory(gpu.facts.gpu, options.device_memory);
  const auto open = [options](const std::string& device) { return open_runtime(device, options); };
  auto places = std::make_shared<Places>(std::move(cpu), gpus, open, options.expected_runs);
  const bool as_asked = options.device_memory == 0;
  if (fresh.opened && as_asked) places->add_open(gpus.front().device, fresh.opened);
  return places;
}

// Where to go when the placement's device fails.
Execution::Elsewhere elsewhere_of(const Placement& placement, std::shared_ptr<Places> places,
                                  const Problem& problem, const Request& request) {
  if (placement.device == "cpu") return {};
  return [places = std::move(places), device = placement.device, problem, request] {
    return places->instead_of(device, problem, request);
  };
}

std::shared_ptr<Places> places_of(const Device& device, const EngineOptions& options) {
  if (device.id == Device::automatic().id) return automatic_places(options);
  return std::make_shared<Places>(device.id, open_runtime(device.id, options));
}

}  // namespace

struct Engine::Impl {
  Device device;
  std::shared_ptr<Places> places;  // plans hold them too
};

Engine::Engine(const Device& device, const EngineOptions& options)
    : impl_(std::make_unique<Impl>(Impl{device, places_of(device, options)})) {}
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
  Placement placement = impl_->places->place(problem, request);
  Decision decision{.places = impl_->places,
                    .request = request,
                    .placement = placement,
                    .sample_extent = problem.sample_extent};
  auto elsewhere = elsewhere_of(placement, impl_->places, problem, request);
  return Plan(std::make_unique<Plan::Impl>(Plan::Impl{
      .filter = filter,
      .frame = frame,
      .shapes = without_data(shapes),
      .decision = std::move(decision),
      .execution = Execution(std::move(placement), problem, frame, std::move(elsewhere))}));
}

Plan Plan::part(const Inputs& shapes, const Frame& frame) const {
  const Decision& d = impl_->decision;
  check_shapes(impl_->filter, shapes, frame);
  Problem problem = problem_of(impl_->filter, without_data(shapes), frame, d.request);
  problem.sample_extent = d.sample_extent;
  Placement placement = d.placement;
  placement.choice =
      planner::choice_of_part(d.placement.choice, problem, placement.runtime->facts());
  auto elsewhere = elsewhere_of(placement, d.places, problem, d.request);
  return Plan(std::make_unique<Impl>(
      Impl{.filter = impl_->filter,
           .frame = frame,
           .shapes = without_data(shapes),
           .decision = d,
           .execution = Execution(std::move(placement), problem, frame, std::move(elsewhere))}));
}

Report Engine::run(const Filter& filter, const Inputs& inputs, const Outputs& outputs,
                   const Frame& frame, const Request& request, const Controls& controls) const {
  return plan(filter, inputs, frame, request).run(inputs, outputs, controls);
}

Report Engine::run(const Filter& filter, const Inputs& inputs, const Outputs& outputs) const {
  const ConstImageView shape = result_shape(filter, inputs.image, inputs.guide);
  return run(filter, inputs, outputs, Frame::whole(shape.width, shape.height));
}

Image Engine::run(const Filter& filter, const ConstImageView& image, const Request& request) const {
  check_view("image", image);
  const ConstImageView shape = result_shape(filter, image);
  Image result(shape.type, shape.width, shape.height, shape.channels, shape.alpha, shape.batch,
               no_limits);
  run(filter, {.image = image}, {.image = result}, Frame::whole(image.width, image.height),
      request);
  return result;
}

}  // namespace selvage
