// SPDX-License-Identifier: Apache-2.0
#include "gpu/entrant.hpp"

#include <utility>

#include "gpu/problems.hpp"
#include "gpu/tuning_text.hpp"
#include "methods/gpu_factories.hpp"

namespace selvage::bench {

std::size_t vectors_of(const Image& image) {
  return (image.bytes() + vector_bytes - 1) / vector_bytes;
}

Entrant new_entrant(std::string name, Place& place, const Image& input) {
  return {.score = {.name = std::move(name)},
          .output = place.device->buffer(vectors_of(input) * vector_bytes)};
}

Entrant new_entrant(const planner::Decision& decision, Place& place, const Image& input,
                    gpu::Buffer& image) {
  const planner::Offer& offer = decision.offer;
  const Problem& problem = decision.problem;
  std::shared_ptr<gpu::Kernel> kernel =
      gpu::factory_of(*decision.candidate)
          .kernel(offer.passes.front(), decision, *place.device, *place.programs);
  Entrant entrant = new_entrant(std::string(decision.candidate->name), place, input);
  entrant.score.tuning = text(offer.tuning);
  entrant.score.predicted_seconds = offer.seconds;
  entrant.score.allowed_255 = allowed_255(problem, offer.error);
  const std::size_t scratch = kernel->scratch_bytes(problem.width, problem.height, 1);
  if (scratch > 0) entrant.scratch = place.device->buffer(scratch);
  const ConstImageView shape = shape_of(input);
  const gpu::DeviceView from{.buffer = &image, .shape = shape};
  const gpu::DeviceView to{.buffer = entrant.output.get(), .shape = shape};
  entrant.enqueue = [kernel, from, to, scratch_memory = entrant.scratch.get(),
                     frame = Frame::whole(problem.width, problem.height)](gpu::Stream& stream) {
    kernel->enqueue(stream, {.image = from, .output = to}, scratch_memory, frame, {});
  };
  return entrant;
}

}  // namespace selvage::bench
