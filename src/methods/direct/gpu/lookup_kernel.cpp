// SPDX-License-Identifier: Apache-2.0
// The bilateral filter of bytes with range weights from a table, on a device.

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "backends/gpu/kernel.hpp"
#include "backends/gpu/launches.hpp"
#include "core/samples.hpp"
#include "methods/direct/gpu/direct_code.hpp"
#include "methods/direct/lookup_table.hpp"

namespace selvage::gpu {
namespace {

class LookupKernel final : public Kernel {
 public:
  LookupKernel(const Pass& pass, const Problem& problem, const DirectGpuTuning& tuning,
               Device& device, ProgramSource& programs)
      : tuning_(tuning),
        arguments_(direct_arguments(pass, problem, tuning)),
        local_bytes_(lookup_table::local_bytes(tuning, std::get<WindowMean>(pass.step))),
        code_(
            [=, gpu = device.facts().gpu](bool dense) {
              return direct_code("bilateral_lookup", pass, problem, tuning, gpu, dense);
            },
            programs) {
    const std::vector<float> weights = lookup_table::weights(std::get<WindowMean>(pass.step));
    weights_ = uploaded(device, std::as_bytes(std::span(weights)));
  }

  std::size_t scratch_bytes(int, int, int) const override { return 0; }

  void enqueue(Stream& stream, const DeviceImages& images, Buffer*, const Frame& frame,
               const Controls& controls) override {
    check_sizes(frame, images.image.shape.batch);
    SelvageBilateral a = arguments_;
    set_layouts(images, frame, a);
    const Launches common{.stream = stream,
                          .controls = controls,
                          .batch = images.image.shape.batch,
                          .dense = rows_are_solid(images.image.shape),
                          .height = tuning_.launch_height};
    const Group group{.width = tuning_.group.width,
                      .height = tuning_.group.height,
                      .rows = tuning_.group.rows,
                      .local_bytes = local_bytes_};
    const std::array<const Buffer*, 3> buffers{images.image.buffer, weights_.get(),
                                               images.output.buffer};
    run_in_rows(common, code_, group, buffers, a, frame.compute);
  }

 private:
  DirectGpuTuning tuning_;
  SelvageBilateral arguments_;
  std::size_t local_bytes_;
  DeviceCode code_;
  std::unique_ptr<Buffer> weights_;
};

std::unique_ptr<Kernel> make_lookup_kernel(const Pass& pass, const planner::Decision& decision,
                                           Device& device, ProgramSource& programs) {
  return std::make_unique<LookupKernel>(
      pass, decision.problem, decision.offer.tuning.as<DirectGpuTuning>(), device, programs);
}

}  // namespace

Factory lookup_factory() {
  return {.kernel = make_lookup_kernel};
}

}  // namespace selvage::gpu
