// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/pass_chain.hpp"

#include <algorithm>
#include <variant>

#include "core/checked.hpp"
#include "core/passes.hpp"

namespace selvage::gpu {
namespace {

// The part of the inputs, which lie as `whole` in the whole image, that covers `rect`.
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

// The pass reads what the one before made instead of the image, or as its guide.
void take_previous(const Pass& pass, const DeviceView& previous, DeviceImages& images) {
  (guided_by_previous(pass.step) ? images.guide : images.image) = previous;
}

// The share of pass `pass` in the progress of `passes`.
struct PassProgress {
  const Controls& whole;
  std::size_t pass, passes;

  // Looked at only between pieces of a kernel that waits for them: see Kernel::enqueue.
  Controls controls() const {
    if (!whole.progress || !whole.cancel.stop_possible()) return {.cancel = whole.cancel};
    return {.cancel = whole.cancel, .progress = [this](double done) {
              whole.progress((static_cast<double>(pass) + done) / static_cast<double>(passes));
            }};
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

PassChain::PassChain(const Work& work, const MakeKernel& make_kernel)
    : passes_(work.passes),
      frame_(work.frame),
      rects_(passes_.size() + 1),
      channels_(work.problem.channels) {
  for (std::size_t i = 0; i < passes_.size(); ++i)
    kernels_.push_back(i > 0 && passes_[i] == passes_[i - 1]
                           ? kernels_[i - 1]
                           : std::shared_ptr<Kernel>(make_kernel(passes_[i])));
}

std::span<const Rect> PassChain::rects(const Rect& compute) const {
  Frame frame = frame_;
  frame.compute = compute;
  read_and_pass_rects(passes_, frame, rects_);
  return rects_;
}

BetweenBytes PassChain::between_bytes(std::span<const Rect> largest, int images) const {
  BetweenBytes bytes;
  for (std::size_t i = 0; i < passes_.size(); ++i) {
    const Rect& reads = largest[i];
    bytes.scratch =
        std::max(bytes.scratch, kernels_[i]->scratch_bytes(reads.width, reads.height, images));
    if (i + 1 == passes_.size()) break;
    const Rect& writes = largest[i + 1];
    std::size_t& image = bytes.images[i % 2];
    image = std::max(image, checked_mul(sample_bytes(passes_[i].writes), writes.width,
                                        writes.height, channels_, images));
  }
  return bytes;
}

// Where a pass writes `rect`.
DeviceView PassChain::target(std::size_t pass, const ChainRun& run, const Between& between,
                             const Rect& rect) const {
  if (pass + 1 == passes_.size()) return run.images.output;
  const ConstImageView& image = run.images.image.shape;
  DeviceView view{.buffer = between.images[pass % 2].get(),
                  .shape = dense_shape(passes_[pass].writes, rect, channels_, image.batch)};
  view.shape.alpha = image.alpha;
  return view;
}

void PassChain::enqueue(Stream& stream, const ChainRun& run, const Between& between,
                        const Controls& controls,
                        const std::function<void(std::size_t)>& after_pass) const {
  const std::span<const Rect> rects = this->rects(run.frame.compute);
  const Rect held{run.frame.x, run.frame.y, run.images.image.shape.width,
                  run.images.image.shape.height};
  DeviceView previous;  // what the pass before made
  for (std::size_t i = 0; i < passes_.size(); ++i) {
    DeviceImages images = run.images;
    Frame frame = run.frame;  // of the pass; its origin is where its inputs lie
    if (i > 0) {
      frame.x = rects[i].x;
      frame.y = rects[i].y;
      images = part_of(run.images, held, rects[i]);
      take_previous(passes_[i], previous, images);
    }
    frame.compute = rects[i + 1];
    images.output = target(i, run, between, frame.compute);
    if (i + 1 < passes_.size()) images.flags = {};
    const PassProgress progress{controls, i, passes_.size()};
    kernels_[i]->enqueue(stream, images, between.scratch.get(), frame, progress.controls());
    if (after_pass) after_pass(i);
    previous = images.output;
  }
}

}  // namespace selvage::gpu
