// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/tensor_kernel.hpp"

#include <algorithm>
#include <array>

#include "backends/gpu/tensor_code.hpp"
#include "core/views.hpp"

namespace selvage::gpu {
namespace {

// Groups beside one another. The teams at the image's sides have a column of groups each.
int group_columns(const TensorShape& shape, int samples) {
  const int teams = TensorShape::teams_of(samples), sides = shape.sides();
  return teams <= sides ? teams : sides + groups(teams - sides, TensorShape::teams);
}

// Rows of a strip, of which `columns` groups stand side by side. Its first blocks are for sums
// alone, so that strips are as tall as still keeps the device busy, all of them at once; where
// those were very tall, all of a few turns.
int strip_rows(const TensorShape& shape, int columns, int height, const GpuFacts& gpu) {
  const int at_once = tensor_groups_at_once(shape) * std::max(gpu.compute_units, 1);
  const auto blocks = [&](int turns) {
    const int down = std::max(static_cast<int>(i64{turns} * at_once / columns), 1);
    return groups(groups(height, down), TensorShape::block);
  };
  const int tall = 16 * (2 * shape.steps_y - 1);
  return TensorShape::block * std::min(blocks(groups(blocks(1), tall)), tall);
}

class TensorKernel final : public Kernel {
 public:
  TensorKernel(const Pass& pass, const Problem& problem, const Tuning& tuning, Device& device,
               ProgramSource& programs)
      : step_(pass, problem),
        arguments_(tensor_arguments(step_)),
        gpu_(device.facts().gpu),
        launch_height_(tuning.launch_height),
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
    SelvageStrip a = arguments_;
    set_places(images, frame, a);
    const Launches common{.stream = stream,
                          .controls = controls,
                          .batch = image.shape.batch,
                          .dense = rows_are_solid(image.shape) && rows_are_solid(output.shape),
                          .height = launch_height_};
    const TensorShape shape = step_.shape();
    const int columns = group_columns(shape, frame.compute.width * step_.channels);
    a.rows = strip_rows(shape, columns * common.batch,
                        std::min(frame.compute.height, common.height), gpu_);
    const Group group{.width = TensorShape::items,
                      .height = TensorShape::teams,
                      .local_bytes = shape.local_bytes(gpu_.byte_products),
                      .columns = columns,
                      .down = a.rows};
    const std::array<const Buffer*, 3> buffers{image.buffer, weights_.get(), output.buffer};
    run_in_rows(common, code_, group, buffers, a, frame.compute);
  }

 private:
  TensorStep step_;
  SelvageStrip arguments_;
  GpuFacts gpu_;
  int launch_height_;
  DeviceCode code_;
  std::unique_ptr<Buffer> weights_;
};

}  // namespace

std::unique_ptr<Kernel> make_tensor(std::string_view, const Pass& pass, const Problem& problem,
                                    const Tuning& tuning, Device& device, ProgramSource& programs) {
  return std::make_unique<TensorKernel>(pass, problem, tuning, device, programs);
}

}  // namespace selvage::gpu
