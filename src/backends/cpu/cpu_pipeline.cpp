// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/cpu_pipeline.hpp"

#include <array>
#include <string>

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
    ConstImageView source = inputs.image;
    Frame frame = frame_;  // of the pass; its origin is where `source` lies
    for (std::size_t i = 0; i < passes_.size(); ++i) {
      frame.compute = rects_[i];
      const Rect in_mask{frame.x - frame_.x, frame.y - frame_.y, source.width, source.height};
      const Inputs in{.image = source,
                      .mask = inputs.mask ? inputs.mask.region(in_mask) : inputs.mask};
      const bool last = i + 1 == passes_.size();
      Image& next = intermediates_[i % 2];
      ImageView target =
          last ? outputs.image
               : next.view().region({0, 0, frame.compute.width, frame.compute.height});
      target.alpha = source.alpha;
      const Stopwatch pass;
      kernels_[i]->run(in, {.image = target}, frame, controls_of_pass(controls, i, passes_.size()));
      report.stages.push_back({std::string(passes_[i].name), pass.seconds()});
      source = target;
      frame.x = frame.compute.x;
      frame.y = frame.compute.y;
    }
    report.kernel_seconds = report.seconds();
  }

 private:
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
