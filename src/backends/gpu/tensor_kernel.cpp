// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/tensor_kernel.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "backends/gpu/tensor_code.hpp"
#include "core/views.hpp"

namespace selvage::gpu {
namespace {

// Rows of a strip, of which `columns` groups stand side by side. Its first blocks are for sums
// alone, so that tall strips compute less, and low ones wait less for the last of them: the rows
// with which the busiest unit goes through the fewest blocks.
int strip_rows(const TensorShape& shape, int columns, int height, const GpuFacts& gpu) {
  constexpr int tallest = 64;
  const int units = std::max(gpu.compute_units, 1), blocks = groups(height, TensorShape::block);
  const i64 at_once = tensor_groups_at_once(shape);
  int best = 1;
  i64 least = std::numeric_limits<i64>::max();
  for (int tall = 1; tall <= std::min(tallest, blocks); ++tall) {
    const i64 each = (i64{columns} * groups(blocks, tall) + units - 1) / units;
    // Fewer groups than a unit has at once take as long: they wait for memory.
    const i64 work = std::max(each, at_once) * (tall + 2 * shape.steps_y - 1);
    if (work < least) {
      least = work;
      best = tall;
    }
  }
  return TensorShape::block * best;
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
    const int teams = groups(frame.compute.width * step_.channels, TensorShape::across());
    const int columns = groups(teams, TensorShape::teams);
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
