// SPDX-License-Identifier: Apache-2.0
#include "gpu/passes.hpp"

#include <algorithm>
#include <utility>

#include "backends/gpu/pass_chain.hpp"
#include "core/ports.hpp"
#include "gpu/problems.hpp"
#include "methods/gpu_factories.hpp"

namespace selvage::bench {
namespace {

constexpr std::size_t vector_bytes = 16;  // a copy reads and writes whole vectors

std::size_t dense_bytes(const ConstImageView& shape) {
  return sample_bytes(shape.type) * static_cast<std::size_t>(shape.channels) *
         static_cast<std::size_t>(shape.width) * static_cast<std::size_t>(shape.height);
}

std::unique_ptr<gpu::Buffer> buffer_for(Place& place, const ConstImageView& shape) {
  const std::size_t vectors = (dense_bytes(shape) + vector_bytes - 1) / vector_bytes;
  return place.device->buffer(vectors * vector_bytes);
}

// What running needs, made once.
struct Made {
  gpu::PassChain chain;
  gpu::Between between = {};
};

}  // namespace

DeviceCopies::DeviceCopies(Place& place, const Filter& filter, const Inputs& inputs)
    : result_(shape_of(selvage::result_shape(filter, inputs.image, inputs.guide))) {
  for (std::size_t i = 0; i < image_inputs.size(); ++i) {
    const ConstImageView& view = inputs.*image_inputs[i].view;
    if (!view) continue;
    buffers_.push_back(buffer_for(place, view));
    place.stream->upload(*buffers_.back(), 0, view.data, dense_bytes(view));
    images_.*gpu::device_inputs[i] = {.buffer = buffers_.back().get(), .shape = shape_of(view)};
  }
  place.stream->wait();
  result_.stride =
      interleaved_strides(result_.type, result_.width, result_.height, result_.channels);
}

std::unique_ptr<gpu::Buffer> DeviceCopies::output_buffer(Place& place) const {
  return buffer_for(place, result_);
}

gpu::DeviceImages DeviceCopies::images_with(const gpu::Buffer& output) const {
  gpu::DeviceImages images = images_;
  images.output = {.buffer = &output, .shape = result_};
  return images;
}

Enqueue passes_of(Place& place, const planner::Decision& decision,
                  const gpu::DeviceImages& images) {
  const gpu::Factory& factory = gpu::factory_of(*decision.candidate);
  const Frame frame = Frame::whole(decision.problem.width, decision.problem.height);
  auto made = std::make_shared<Made>(
      Made{.chain = gpu::PassChain(decision, frame, [&](const Pass& pass) {
             return factory.kernel(pass, decision, *place.device, *place.programs);
           })});
  const gpu::BetweenBytes bytes = made->chain.between_bytes(made->chain.rects(frame.compute), 1);
  for (std::size_t i = 0; i < bytes.images.size(); ++i)
    if (bytes.images[i] > 0) made->between.images[i] = place.device->buffer(bytes.images[i]);
  if (bytes.scratch > 0) made->between.scratch = place.device->buffer(bytes.scratch);
  return [made = std::move(made), run = gpu::ChainRun{.images = images, .frame = frame}](
             gpu::Stream& stream) { made->chain.enqueue(stream, run, made->between); };
}

}  // namespace selvage::bench
