// SPDX-License-Identifier: Apache-2.0
#include "gpu/entrant.hpp"

#include <utility>

#include "backends/gpu/gpu_runtime.hpp"
#include "gpu/problems.hpp"
#include "gpu/tuning_text.hpp"

namespace selvage::bench {

std::size_t vectors_of(const Image& image) {
  return (image.bytes() + vector_bytes - 1) / vector_bytes;
}

Entrant new_entrant(std::string name, Place& place, const Image& input) {
  return {.score = {.name = std::move(name)},
          .output = place.device->buffer(vectors_of(input) * vector_bytes)};
}

Entrant new_entrant(const planner::Candidate& candidate, const Tuning& tuning, Place& place,
                    const Problem& problem, const Image& input, gpu::Buffer& image) {
  const DeviceFacts& facts = place.device->facts();
  std::shared_ptr<gpu::Kernel> kernel =
      gpu::make_kernel(candidate.name, candidate.passes(problem).front(), problem, tuning,
                       *place.device, *place.programs);
  Entrant entrant = new_entrant(std::string(candidate.name), place, input);
  entrant.score.tuning = text(tuning);
  entrant.score.predicted_seconds = candidate.seconds(problem, facts);
  entrant.score.allowed_255 = allowed_255(problem, candidate.error(problem, facts));
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
