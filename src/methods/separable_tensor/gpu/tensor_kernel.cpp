// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <memory>

#include "backends/gpu/kernel.hpp"
#include "core/samples.hpp"
#include "core/views.hpp"
#include "methods/convolution/gpu/linear_code.hpp"
#include "methods/separable_tensor/gpu/tensor_code.hpp"
#include "methods/separable_tensor/tuning.hpp"

namespace selvage::gpu {
namespace {

class TensorKernel final : public Kernel {
 public:
  TensorKernel(const Pass& pass, const Problem& problem, const TensorTuning& tuning, Device& device,
               ProgramSource& programs)
      : step_(pass, problem),
        arguments_(tensor_arguments(step_)),
        gpu_(device.facts().gpu),
        launch_height_(tuning.launch_height),
        compute_units_(tuning.compute_units),
        code_([step = step_, gpu = gpu_](bool dense) { return tensor_code(step, gpu, dense); },
              programs) {
    const std::vector<std::uint32_t> weights = tensor_weights(step_);
    weights_ = uploaded(device, std::as_bytes(std::span(weights)));
  }

  std::size_t scratch_bytes(int, int, int) const override { return 0; }

  void enqueue(Stream& stream, const DeviceImages& images, Buffer*, const Frame& frame,
               const Controls& controls) override {
    const DeviceView &image = images.image, &output = images.output;
    check_sizes(frame, image.shape.batch);
    SelvageLinear a = arguments_;
    set_layouts(images, frame, a);
    const Launches common{.stream = stream,
                          .controls = controls,
                          .batch = image.shape.batch,
                          .dense = rows_are_solid(image.shape) && rows_are_solid(output.shape),
                          .height = launch_height_};
    const TensorShape shape = step_.shape();
    const int columns = tensor_columns(frame.compute.width * step_.channels);
    a.rows = tensor_rows(shape, columns * common.batch,
                         std::min(frame.compute.height, common.height), compute_units_);
    const Group group{.width = TensorShape::items,
                      .height = TensorShape::warps,
                      .local_bytes = shape.local_bytes(gpu_.byte_products),
                      .columns = columns,
                      .down = a.rows,
                      .argument_bytes = argument_bytes(1)};
    const std::array<const Buffer*, 3> buffers{image.buffer, weights_.get(), output.buffer};
    run_in_rows(common, code_, group, buffers, a, frame.compute);
  }

 private:
  TensorStep step_;
  SelvageLinear arguments_;
  GpuFacts gpu_;
  int launch_height_;
  int compute_units_;
  DeviceCode code_;
  std::unique_ptr<Buffer> weights_;
};

std::unique_ptr<Kernel> make_tensor_kernel(const Pass& pass, const planner::Decision& decision,
                                           Device& device, ProgramSource& programs) {
  return std::make_unique<TensorKernel>(pass, decision.problem,
                                        decision.offer.tuning.as<TensorTuning>(), device, programs);
}

}  // namespace

Factory separable_tensor_factory() {
  return {.kernel = make_tensor_kernel};
}

}  // namespace selvage::gpu
