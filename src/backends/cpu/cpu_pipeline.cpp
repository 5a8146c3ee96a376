// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/cpu_pipeline.hpp"

#include <algorithm>
#include <span>
#include <string>

#include "core/checked.hpp"
#include "core/ports.hpp"
#include "core/stopwatch.hpp"
#include "core/views.hpp"
#include "filters/passes.hpp"

namespace selvage::cpu {
namespace {

class CpuPipeline final : public Pipeline {
 public:
  CpuPipeline(const planner::Decision& decision, const Frame& frame, const MakeKernel& make_kernel)
      : sequence_(decision.offer.passes, frame),
        frame_(frame),
        kernels_(sequence_.make_each<Kernel>(make_kernel)) {
    const Problem& p = decision.problem;
    const std::span<const Rect> rects = sequence_.rects(frame.compute);
    const std::span<const Slices> slices = sequence_.slices(frame.slices);
    batch_ = p.batch;
    const std::size_t images = std::min(kernels_.size() - 1, most_intermediates);
    if (images == 0) return;
    const Rect& writes = rects[1];  // the first rectangles are the largest
    intermediates_ =
        Image::volume(PixelType::f32, writes.width, writes.height, slices[1].count, p.channels,
                      p.alpha, static_cast<int>(checked_mul(p.batch, images)), no_limits);
  }

  void run(const Inputs& inputs, const Outputs& outputs, const Controls& controls,
           Report& report) override {
    ConstImageView previous;  // the result of the previous pass
    const Rect given{frame_.x, frame_.y, inputs.image.width, inputs.image.height};
    sequence_.for_each(frame_, given, [&](const PassSequence::Turn& turn) {
      Inputs in = inputs;
      if (!turn.first) {
        in = part_of(inputs, turn.held, turn.held_slices);
        (turn.guided_by_last ? in.guide : in.image) = previous;
      }
      Outputs out = outputs;
      if (!turn.last) out = {.image = target(turn, inputs.image.alpha)};
      const Stopwatch pass;
      kernels_[turn.index]->run(in, out, turn.frame, controls_of(controls, turn.index));
      report.stages.push_back({std::string(turn.pass.name), pass.seconds()});
      const CertifiedSamples samples = kernels_[turn.index]->certified_samples();
      report.certified += samples.certified;
      report.recomputed += samples.recomputed;
      previous = out.image;
    });
    report.kernel_seconds = report.seconds();
  }

 private:
  // Returns the part of an intermediate image that a pass writes.
  ImageView target(const PassSequence::Turn& turn, bool alpha) {
    const Rect& rect = turn.frame.compute;
    ImageView view = intermediates_.view().region({0, 0, rect.width, rect.height});
    view = view.slices(0, turn.frame.slices.count);
    view.data += static_cast<std::ptrdiff_t>(turn.target) * batch_ * view.stride.batch;
    view.batch = batch_;
    view.alpha = alpha;
    return view;
  }

  // Makes a pass's progress count as its share of the whole run.
  Controls controls_of(const Controls& controls, std::size_t pass) const {
    if (!controls.progress) return controls;
    return {.cancel = controls.cancel, .progress = [this, &controls, pass](double done) {
              controls.progress(sequence_.progress(pass, done));
            }};
  }

  // Returns the part of the inputs in `held` and `slices`, in the whole image's coordinates.
  Inputs part_of(Inputs inputs, const Rect& held, const Slices& slices) const {
    const Rect rect{held.x - frame_.x, held.y - frame_.y, held.width, held.height};
    for (const InputPort& port : image_inputs)
      if (ConstImageView& view = inputs.*port.view)
        view = view.region(rect).slices(slices.first - frame_.z, slices.count);
    return inputs;
  }

  PassSequence sequence_;
  Frame frame_;
  std::vector<std::shared_ptr<Kernel>> kernels_;  // one for each pass
  // The results of passes in turns: 0, 1, 0, 1 ... They are the images of one batch after another,
  // since asking the system for large memory takes long.
  static constexpr std::size_t most_intermediates = 2;
  Image intermediates_;
  int batch_ = 1;
};

}  // namespace

std::unique_ptr<Pipeline> make_pipeline(const planner::Decision& decision, const Frame& frame,
                                        const MakeKernel& make_kernel) {
  return std::make_unique<CpuPipeline>(decision, frame, make_kernel);
}

}  // namespace selvage::cpu
