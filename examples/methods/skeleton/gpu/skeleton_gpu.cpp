// SPDX-License-Identifier: Apache-2.0
// Candidate "skeleton" of GPUs: its code, its arguments and its launches.
#include <fmt/format.h>

#include <array>

#include "backends/gpu/arguments.hpp"
#include "backends/gpu/kernel.hpp"
#include "backends/gpu/launches.hpp"
#include "core/samples.hpp"
#include "filters/linear_step.hpp"
#include "kernels/texts.hpp"
#include "methods/skeleton/tuning.hpp"

namespace selvage::gpu {
namespace {

#include "methods/skeleton/gpu/skeleton_arguments.h"

Code skeleton_code(const Pass& pass, const Problem& problem, int averaged,
                   const SkeletonTuning& tuning, const GpuFacts& gpu, bool dense) {
  Code code{.function = "skeleton", .source = {}, .options = {"-DSTRUCT=SelvageSkeleton"}};
  for (const auto file :
       {"dialect.h", "arguments.h", "skeleton_arguments.h", "samples.h", "skeleton.cl"})
    code.source += kernels::text(file);
  const auto define = [&](std::string_view name, int value) {
    code.options.push_back(fmt::format("-D{}={}", name, value));
  };
  define("READS", static_cast<int>(pass.reads));
  define("WRITES", static_cast<int>(pass.writes));
  define("CHANNELS", problem.channels);
  define("AVERAGED", averaged);
  define("HOLES", 0);
  define("DENSE", dense ? 1 : 0);
  define("GROUP_WIDTH", tuning.group.width);
  define("GROUP_HEIGHT", tuning.group.height);
  define("MIN_BLOCKS", tuning.group.min_blocks);
  define("BYTE_SIMD", gpu.byte_simd ? 1 : 0);
  define("PROCESSOR", gpu.is_processor ? 1 : 0);
  return code;
}

class SkeletonKernel final : public Kernel {
 public:
  SkeletonKernel(const Pass& pass, const Problem& problem, const SkeletonTuning& tuning,
                 const GpuFacts& gpu, ProgramSource& programs)
      : tuning_(tuning) {
    const LinearStep step = linear_step(pass.step);
    const int averaged = problem.channels - (problem.alpha && step.alpha == Alpha::keep ? 1 : 0);
    arguments_.radius = step.radius_x;
    arguments_.border = static_cast<int>(step.border);
    arguments_.outside_value =
        static_cast<float>(stored_value(step.border_value, problem.type, pass.reads));
    code_ = DeviceCode(
        [=](bool dense) { return skeleton_code(pass, problem, averaged, tuning, gpu, dense); },
        programs);
  }

  std::size_t scratch_bytes(int, int, int) const override { return 0; }

  void enqueue(Stream& stream, const DeviceImages& images, Buffer*, const Frame& frame,
               const Controls& controls) override {
    const DeviceView &image = images.image, &output = images.output;
    check_sizes(frame, image.shape.batch);
    SelvageSkeleton a = arguments_;
    set_layouts(images, frame, a);
    const Launches common{.stream = stream,
                          .controls = controls,
                          .batch = image.shape.batch,
                          .dense = rows_are_solid(image.shape),
                          .height = tuning_.launch_height};
    const std::array<const Buffer*, 2> buffers{image.buffer, output.buffer};
    run_in_rows(common, code_, {.width = tuning_.group.width, .height = tuning_.group.height},
                buffers, a, frame.compute);
  }

 private:
  SkeletonTuning tuning_;
  SelvageSkeleton arguments_ = {};
  DeviceCode code_;
};

std::unique_ptr<Kernel> make_skeleton_kernel(const Pass& pass, const planner::Decision& decision,
                                             Device& device, ProgramSource& programs) {
  return std::make_unique<SkeletonKernel>(pass, decision.problem,
                                          decision.offer.tuning.as<SkeletonTuning>(),
                                          device.facts().gpu, programs);
}

}  // namespace

Factory skeleton_factory() {
  return {.kernel = make_skeleton_kernel};
}

}  // namespace selvage::gpu
