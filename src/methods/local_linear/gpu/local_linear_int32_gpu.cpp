// SPDX-License-Identifier: Apache-2.0
// Guided filters of bytes on a GPU: models from sums of whole numbers, then results from their
// sums.
#include <memory>

#include "backends/gpu/kernel.hpp"
#include "core/checked.hpp"
#include "core/samples.hpp"
#include "methods/local_linear/gpu/guided_code.hpp"
#include "methods/local_linear/int32_shape.hpp"
#include "methods/local_linear/tuning.hpp"

namespace selvage::gpu {
namespace {

class WholeKernel final : public Kernel {
 public:
  WholeKernel(const Problem& problem, const LocalLinearGpuTuning& tuning, const GpuFacts& gpu,
              ProgramSource& programs)
      : planes_(problem), tuning_(tuning), arguments_(guided_arguments(problem)) {
    const ModelScale scale(problem);
    const double window = double{arguments_.window_pixels};
    arguments_.guide_centre = static_cast<float>(byte_centre);
    arguments_.segment = tuning.segment;
    arguments_.slope_scale = static_cast<float>(scale.a);
    arguments_.offset_scale = static_cast<float>(scale.b);
    arguments_.slope_unit = static_cast<float>(1.0 / (window * scale.a));
    arguments_.offset_unit = static_cast<float>(1.0 / (window * scale.b));
    const auto code = [&](const char* function, Summed summed) {
      const GuidedCode how{.texts = {"guided_fit.h", "guided_whole_numbers.h"},
                           .width = tuning.whole_width,
                           .summed = summed,
                           .whole = Wholes::int32,
                           .min_blocks = whole_groups_at_a_time(tuning.whole_width)};
      return DeviceCode([=](bool dense) { return guided_code(function, how, problem, gpu, dense); },
                        programs);
    };
    models_ = code("guided_whole_models", Summed::pixels);
    results_ = code("guided_whole_results", Summed::models);
    group_ = {.width = tuning.whole_width,
              .local_bytes = whole_local_bytes(planes_, arguments_.radius),
              .pixels = tuning.whole_width - 2 * arguments_.radius,
              .down = tuning.segment};
  }

  std::size_t scratch_bytes(int width, int height, int batch) const override {
    return checked_mul(whole_models(planes_, arguments_.radius, width, height).image(), batch);
  }

  void enqueue(Stream& stream, const DeviceImages& images, Buffer* scratch, const Frame& frame,
               const Controls& controls) override {
    check_sizes(frame, images.image.shape.batch);
    const Rect& c = frame.compute;
    const int r = arguments_.radius;
    SelvageGuided a = arguments_;
    set_layouts(images, frame, a);
    if (images.guide) a.guide = layout_at(images.guide, frame.x, frame.y);
    a.models = layout_of(whole_models(planes_, r, c.width, c.height), c.x - r, c.y - r);
    const GuidedLaunches launches(stream, images, scratch, tuning_.launch_height, controls);
    launches.run(models_, group_, a, {c.x - r, c.y - r, c.width + 2 * r, c.height + 2 * r});
    launches.run(results_, group_, a, c);
  }

 private:
  LinearPlanes planes_;
  LocalLinearGpuTuning tuning_;
  SelvageGuided arguments_;
  Group group_ = {};
  DeviceCode models_, results_;
};

std::unique_ptr<Kernel> make_whole_kernel(const Pass&, const planner::Decision& decision,
                                          Device& device, ProgramSource& programs) {
  return std::make_unique<WholeKernel>(decision.problem,
                                       decision.offer.tuning.as<LocalLinearGpuTuning>(),
                                       device.facts().gpu, programs);
}

}  // namespace

Factory local_linear_int32_factory() {
  return {.kernel = make_whole_kernel};
}

}  // namespace selvage::gpu
