// SPDX-License-Identifier: Apache-2.0
// Guided filters on a GPU in 64-bit fixed point: models from sums of products, then results from
// sums of models. Pixels that depend on floats which fixed point does not hold come from doubles
// afterwards; without such pixels these kernels end at once.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "backends/gpu/kernel.hpp"
#include "core/checked.hpp"
#include "core/samples.hpp"
#include "methods/local_linear/gpu/guided_code.hpp"
#include "methods/local_linear/gpu/ordered_sums.hpp"
#include "methods/local_linear/int64_shape.hpp"
#include "methods/local_linear/tuning.hpp"

namespace selvage::gpu {
namespace {

// Returns the float next above a limit, unless it is one: samples are floats.
float not_below(double limit) {
  const auto f = static_cast<float>(limit);
  return double{f} < limit ? std::nextafter(f, std::numeric_limits<float>::max()) : f;
}

class FixedKernel final : public Kernel {
 public:
  FixedKernel(const Problem& problem, const LocalLinearGpuTuning& tuning, const GpuFacts& gpu,
              ProgramSource& programs)
      : problem_(problem), scale_(problem), tuning_(tuning), arguments_(guided_arguments(problem)) {
    set_arguments();
    const auto code = [&](const char* function, Summed summed) {
      const GuidedCode how{.texts = {"guided_fit.h", "guided_whole_numbers.h"},
                           .width = tuning.whole_width,
                           .summed = summed,
                           .whole = Wholes::fixed64,
                           .checks = scale_.checks(),
                           .min_blocks = whole_groups_at_a_time(tuning.whole_width)};
      return DeviceCode([=](bool dense) { return guided_code(function, how, problem, gpu, dense); },
                        programs);
    };
    models_ = code("guided_whole_models", Summed::pixels);
    results_ = code("guided_whole_results", Summed::models);
    if (scale_.checks()) left_ = make_ordered_sums(problem, tuning, gpu, programs);
    group_ = {.width = tuning.whole_width,
              .local_bytes = fixed_local_bytes(problem, tuning.whole_width),
              .pixels = tuning.whole_width - 2 * arguments_.radius,
              .down = tuning.segment};
  }

  std::size_t scratch_bytes(int width, int height, int batch) const override {
    return FixedScratch(problem_, width, height, batch).total;
  }

  void enqueue(Stream& stream, const DeviceImages& images, Buffer* scratch, const Frame& frame,
               const Controls& controls) override {
    check_sizes(frame, images.image.shape.batch);
    const Rect& c = frame.compute;
    const int r = arguments_.radius;
    const FixedScratch parts(problem_, c.width, c.height, images.image.shape.batch);
    SelvageGuided a = arguments_;
    set_layouts(images, frame, a);
    if (images.guide) a.guide = layout_at(images.guide, frame.x, frame.y);
    a.models = layout_of(parts.models, c.x - r, c.y - r);
    a.held = layout_of(parts.held, c.x, c.y);
    a.any_left = static_cast<i64>(parts.any_left);
    const GuidedLaunches launches(stream, images, scratch, tuning_.launch_height, controls);
    launches.run(models_, group_, a, {c.x - r, c.y - r, c.width + 2 * r, c.height + 2 * r});
    launches.run(results_, group_, a, c);
    if (left_)
      left_->enqueue_left(stream, images, scratch, frame, controls,
                          {.held = a.held, .any = a.any_left});
  }

 private:
  // All factors are powers of two, or exact in single precision for another reason.
  void set_arguments() {
    SelvageGuided& a = arguments_;
    const double full = double{a.guide_full_scale} * scale_.guide;  // 255 / 128, 65535 / 32768, 1
    a.guide_full_scale = static_cast<float>(full);
    a.guide_centre = static_cast<float>(scale_.guide_centre);
    a.segment = tuning_.segment;
    a.guide_scale = static_cast<float>(scale_.guide);
    a.value_scale = static_cast<float>(scale_.value);
    a.magic = static_cast<float>(0x1.8p52 * std::exp2(-scale_.bits));
    a.slope_scale = static_cast<float>(1.0 / scale_.a_unit);
    a.offset_scale = static_cast<float>(1.0 / scale_.b_unit);
    a.slope_unit = static_cast<float>(scale_.a_unit);
    a.offset_unit = static_cast<float>(scale_.b_unit);
    a.least_guide = static_cast<float>(scale_.least_guide);
    a.most_guide = static_cast<float>(scale_.most_guide);
    a.least_value = not_below(scale_.least_value);
    a.most_value = static_cast<float>(scale_.most_value);
  }

  Problem problem_;
  Int64Scale scale_;
  LocalLinearGpuTuning tuning_;
  SelvageGuided arguments_;
  Group group_ = {};
  DeviceCode models_, results_;
  std::unique_ptr<OrderedSums> left_;  // null: fixed point holds all samples
};

std::unique_ptr<Kernel> make_fixed_kernel(const Pass&, const planner::Decision& decision,
                                          Device& device, ProgramSource& programs) {
  return std::make_unique<FixedKernel>(decision.problem,
                                       decision.offer.tuning.as<LocalLinearGpuTuning>(),
                                       device.facts().gpu, programs);
}

}  // namespace

Factory local_linear_int64_factory() {
  return {.kernel = make_fixed_kernel};
}

}  // namespace selvage::gpu
