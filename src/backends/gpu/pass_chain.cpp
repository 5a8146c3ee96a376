// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/pass_chain.hpp"

#include <algorithm>
#include <variant>

#include "core/checked.hpp"
#include "filters/passes.hpp"

namespace selvage::gpu {
namespace {

// Returns the part of the inputs that covers `rect`. `whole` tells where the inputs lie.
DeviceImages part_of(DeviceImages images, const Rect& whole, const Rect& rect) {
  for (const auto port : device_inputs) {
    DeviceView& view = images.*port;
    if (!view) continue;
    view.offset += (rect.y - whole.y) * view.shape.stride.row;
    view.offset += (rect.x - whole.x) * view.shape.stride.pixel;
    view.shape.width = rect.width;
    view.shape.height = rect.height;
  }
  return images;
}

// Returns `slices` of the inputs, whose slices are images of a batch; the first is slice z.
DeviceImages slices_of(DeviceImages images, int z, const Slices& slices) {
  for (const auto port : device_inputs) {
    DeviceView& view = images.*port;
    if (!view) continue;
    view.offset += (slices.first - z) * view.shape.stride.batch;
    view.shape.batch = slices.count;
  }
  return images;
}

// Makes a pass's progress count as its share of the whole run.
struct PassControls {
  const Controls& whole;
  const PassSequence& sequence;
  std::size_t pass;

  // Progress is reported only between launches that a kernel waits for: see Kernel::enqueue.
  Controls controls() const {
    if (!whole.progress || !whole.cancel.stop_possible()) return {.cancel = whole.cancel};
    return {.cancel = whole.cancel,
            .progress = [this](double done) { whole.progress(sequence.progress(pass, done)); }};
  }
};

}  // namespace

ConstImageView dense_shape(PixelType type, const Rect& rect, int channels, int images) {
  return {.type = type,
          .width = rect.width,
          .height = rect.height,
          .channels = channels,
          .batch = images,
          .stride = interleaved_strides(type, rect.width, rect.height, channels)};
}

PassChain::PassChain(const planner::Decision& decision, const Frame& frame,
                     const MakeKernel& make_kernel)
    : sequence_(decision.offer.passes, frame),
      kernels_(sequence_.make_each<Kernel>(make_kernel)),
      channels_(decision.problem.channels),
      volume_(decision.problem.whole_depth > 1) {}

BetweenBytes PassChain::between_bytes(std::span<const Rect> largest, int images) const {
  BetweenBytes bytes;
  for (std::size_t i = 0; i < kernels_.size(); ++i) {
    const Rect& reads = largest[i];
    bytes.scratch =
        std::max(bytes.scratch, kernels_[i]->scratch_bytes(reads.width, reads.height, images));
    if (i + 1 == kernels_.size()) break;
    const Rect& writes = largest[i + 1];
    std::size_t& image = bytes.images[i % 2];
    image = std::max(image, checked_mul(sample_bytes(passes()[i].writes), writes.width,
                                        writes.height, channels_, images));
  }
  return bytes;
}

// Returns the image that a pass writes.
DeviceView PassChain::target(const PassSequence::Turn& turn, const ChainRun& run,
                             const Between& between) const {
  if (turn.last) return run.images.output;
  const ConstImageView& image = run.images.image.shape;
  const int count = volume_ ? turn.frame.slices.count : image.batch;
  DeviceView view{.buffer = between.images[turn.target].get(),
                  .shape = dense_shape(turn.pass.writes, turn.frame.compute, channels_, count)};
  view.shape.alpha = image.alpha;
  return view;
}

void PassChain::enqueue(Stream& stream, const ChainRun& run, const Between& between,
                        const Controls& controls,
                        const std::function<void(std::size_t)>& after_pass) const {
  const ConstImageView& image = run.images.image.shape;
  const Rect given{run.frame.x, run.frame.y, image.width, image.height};
  DeviceView previous;  // the result of the previous pass
  sequence_.for_each(run.frame, given, [&](const PassSequence::Turn& turn) {
    DeviceImages images = run.images;
    if (!turn.first) {
      images = part_of(run.images, given, turn.held);
      if (volume_) images = slices_of(images, run.frame.z, turn.held_slices);
      (turn.guided_by_last ? images.guide : images.image) = previous;
    }
    images.output = target(turn, run, between);
    if (!turn.last) images.flags = {};
    const PassControls pass{controls, sequence_, turn.index};
    kernels_[turn.index]->enqueue(stream, images, between.scratch.get(), turn.frame,
                                  pass.controls());
    if (after_pass) after_pass(turn.index);
    previous = images.output;
  });
}

}  // namespace selvage::gpu
