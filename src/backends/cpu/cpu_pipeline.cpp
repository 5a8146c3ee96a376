// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/cpu_pipeline.hpp"

#include <array>
#include <string>
#include <variant>

#include "core/passes.hpp"
#include "core/stopwatch.hpp"
#include "core/views.hpp"

namespace selvage::cpu {
namespace {

// The whole run's share of one pass's progress.
Controls controls_of_pass(const Controls& controls, std::size_t pass, std::size_t passes) {
  if (!controls.progress) return controls;
  return {.cancel = controls.cancel, .progress = [&controls, pass, passes](double done) {
            controls.progress((static_cast<double>(pass) + done) / static_cast<double>(passes));
          }};
}

class CpuPipeline final : public Pipeline {
 public:
  CpuPipeline(const Work& work, const MakeKernel& make_kernel)
      : passes_(work.passes), frame_(work.frame), rects_(pass_rects(passes_, frame_)) {
    for (std::size_t i = 0; i < passes_.size(); ++i)
      kernels_.push_back(i > 0 && passes_[i] == passes_[i - 1] ? kernels_[i - 1]
                                                               : make_kernel(passes_[i], workers_));
    const Problem& p = work.problem;
    for (std::size_t i = 0; i + 1 < rects_.size() && i < intermediates_.size(); ++i)
      // The first rectangles are the largest.
      intermediates_[i] = Image(PixelType::f32, rects_[i].width, rects_[i].height, p.channels,
                                p.alpha, p.batch, no_limits);
  }

  void run(const Inputs& inputs, const Outputs& outputs, const Controls& controls,
           Report& report) override {
    ConstImageView previous;  // what the pass before made
    for (std::size_t i = 0; i < passes_.size(); ++i) {
      Frame frame = frame_;  // of the pass; its origin is where its inputs lie
      Inputs in = inputs;
      if (i > 0) {
        const Rect& held = rects_[i - 1];
        frame.x = held.x;
        frame.y = held.y;
        in = inputs_of_pass(passes_[i], part_of(inputs, held), previous);
      }
      frame.compute = rects_[i];
      const bool last = i + 1 == passes_.size();
      Outputs out = outputs;
      if (!last) out = {.image = target(i, frame.compute, inputs.image.alpha)};
      const Stopwatch pass;
      kernels_[i]->run(in, out, frame, controls_of_pass(controls, i, passes_.size()));
      report.stages.push_back({std::string(passes_[i].name), pass.seconds()});
      previous = out.image;
    }
    report.kernel_seconds = report.seconds();
  }

 private:
  // Where pass i, not the last, writes.
  ImageView target(std::size_t i, const Rect& rect, bool alpha) {
    ImageView view = intermediates_[i % 2].view().region({0, 0, rect.width, rect.height});
    view.alpha = alpha;
    return view;
  }

  // The inputs as far as `held`, which is given in the whole image's coordinates.
  Inputs part_of(Inputs inputs, const Rect& held) const {
    const Rect rect{held.x - frame_.x, held.y - frame_.y, held.width, held.height};
    for (ConstImageView* view :
         {&inputs.image, &inputs.guide, &inputs.mask, &inputs.normals, &inputs.depth})
      if (*view) *view = view->region(rect);
    return inputs;
  }

  static Inputs inputs_of_pass(const Pass& pass, Inputs inputs, const ConstImageView& previous) {
    (guided_by_previous(pass.step) ? inputs.guide : inputs.image) = previous;
    return inputs;
  }

  std::vector<Pass> passes_;
  Frame frame_;
  std::vector<Rect> rects_;  // what each pass computes
  Workers workers_;
  std::vector<std::shared_ptr<Kernel>> kernels_;  // one for each pass; equal passes share theirs
  std::array<Image, 2> intermediates_;            // between passes, in turn
};

}  // namespace

std::unique_ptr<Pipeline> make_pipeline(const Work& work, const MakeKernel& make_kernel) {
  return std::make_unique<CpuPipeline>(work, make_kernel);
}

}  // namespace selvage::cpu
