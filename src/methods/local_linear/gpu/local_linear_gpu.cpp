// SPDX-License-Identifier: Apache-2.0
// Guided filters on a GPU: sums along rows and columns, models, sums of these along rows and
// columns, results. All numbers between kernels are doubles, or pairs of floats, in scratch.
#include <memory>
#include <span>
#include <tuple>
#include <utility>

#include "backends/gpu/kernel.hpp"
#include "backends/gpu/launches.hpp"
#include "core/samples.hpp"
#include "methods/local_linear/gpu/guided_code.hpp"
#include "methods/local_linear/gpu/ordered_sums.hpp"
#include "methods/local_linear/tuning.hpp"

namespace selvage::gpu {
namespace {

class GuidedKernel final : public OrderedSums {
 public:
  GuidedKernel(const Problem& problem, const LocalLinearGpuTuning& tuning, const GpuFacts& gpu,
               ProgramSource& programs)
      : problem_(problem),
        fitting_(problem),
        planes_(problem),
        tuning_(tuning),
        arguments_(guided_arguments(problem)),
        rows_group_(summing(tuning.along_rows)),
        columns_group_(summing(tuning.along_columns)) {
    const auto code = [&](const char* function, const WorkGroup& group, Summed summed) {
      const GuidedCode how{.texts = {"guided_fit.h", "guided_result.h"},
                           .width = group.width,
                           .height = group.height,
                           .summed = summed,
                           .pairs = tuning.pairs != 0};
      return DeviceCode([=](bool dense) { return guided_code(function, how, problem, gpu, dense); },
                        programs);
    };
    pixel_rows_ = code("guided_rows", tuning.along_rows, Summed::pixels);
    models_ = code("guided_columns", tuning.along_columns, Summed::pixels);
    model_rows_ = code("guided_rows", tuning.along_rows, Summed::models);
    results_ = code("guided_columns", tuning.along_columns, Summed::models);
    if (coarse()) between_ = code("guided_between", tuning.between, Summed::models);
  }

  std::size_t scratch_bytes(int width, int height, int batch) const override {
    return linear_scratch_bytes(problem_, static_cast<std::size_t>(width),
                                static_cast<std::size_t>(height), batch);
  }

  void enqueue(Stream& stream, const DeviceImages& images, Buffer* scratch, const Frame& frame,
               const Controls& controls) override {
    enqueue_left(stream, images, scratch, frame, controls, {});
  }

  void enqueue_left(Stream& stream, const DeviceImages& images, Buffer* scratch, const Frame& frame,
                    const Controls& controls, const LeftPixels& left) override {
    check_sizes(frame, images.image.shape.batch);
    const int r = arguments_.radius;
    const Rect grid = grid_rect(frame);
    const Rect fitted{grid.x - r, grid.y - r, grid.width + 2 * r, grid.height + 2 * r};
    SelvageGuided a = arguments(images, frame, grid);
    a.held = left.held;
    a.any_left = left.any;
    const GuidedLaunches launches(stream, images, scratch, tuning_.launch_height, controls);
    launches.run(pixel_rows_, rows_group_, a,
                 {fitted.x, fitted.y - r, fitted.width, fitted.height + 2 * r});
    a.last_row = fitted.y + fitted.height + r - 1;
    launches.run(models_, columns_group_, a, fitted);
    launches.run(model_rows_, rows_group_, a, {grid.x, fitted.y, grid.width, fitted.height});
    a.last_row = fitted.y + fitted.height - 1;
    launches.run(results_, columns_group_, a, grid);
    if (!coarse()) return;
    const Group between{.width = tuning_.between.width, .height = tuning_.between.height};
    launches.run(between_, between, a, frame.compute);
  }

 private:
  bool coarse() const { return fitting_.between; }

  Group summing(const WorkGroup& group) const {
    return {.width = group.width,
            .height = group.height,
            .local_bytes = sums_local_bytes(group, arguments_.radius)};
  }

  std::pair<int, int> grid_size(const Frame& frame) const {
    if (fitting_.enlarges) return {fitting_.columns.small, fitting_.rows.small};
    const int step = arguments_.step;
    return {grid_side(frame.width, step), grid_side(frame.height, step)};
  }

  // The pixels of the grid whose models' means the result needs.
  Rect grid_rect(const Frame& frame) const {
    const Rect& c = frame.compute;
    if (!coarse()) return c;
    const auto last = [](const FittedAxis& axis, int first, int count, int side) {
      return std::min(axis.before(first + count - 1) + 1, side - 1);
    };
    const auto [width, height] = grid_size(frame);
    const int x = fitting_.x.before(c.x), y = fitting_.y.before(c.y);
    return {x, y, last(fitting_.x, c.x, c.width, width) - x + 1,
            last(fitting_.y, c.y, c.height, height) - y + 1};
  }

  SelvageGuided arguments(const DeviceImages& images, const Frame& frame, const Rect& grid) const {
    SelvageGuided a = arguments_;
    set_layouts(images, frame, a);
    if (images.guide) a.guide = layout_at(images.guide, frame.x, frame.y);
    if (fitting_.enlarges) {  // which has its inputs whole
      a.in = layout_at(images.image, 0, 0);
      a.guide = layout_at(images.guide, 0, 0);
      if (images.mask) a.mask = layout_at(images.mask, 0, 0);
    }
    std::tie(a.grid_width, a.grid_height) = grid_size(frame);
    a.last_column = grid.x + grid.width - 1;
    a.last_mean = grid.y + grid.height - 1;
    const LinearScratch s(planes_, a.radius, coarse(), grid.width, grid.height,
                          images.image.shape.batch);
    const int x = grid.x - a.radius, y = grid.y - a.radius;
    a.pixel_rows = layout_of(s.pixel_rows, x, y - a.radius);
    a.models = layout_of(s.models, x, y);
    a.model_rows = layout_of(s.model_rows, grid.x, y);
    a.means = layout_of(s.means, grid.x, grid.y);
    return a;
  }

  Problem problem_;
  Fitting fitting_;
  LinearPlanes planes_;
  LocalLinearGpuTuning tuning_;
  SelvageGuided arguments_;
  Group rows_group_, columns_group_;
  DeviceCode pixel_rows_, models_, model_rows_, results_, between_;
};

std::unique_ptr<Kernel> make_guided_kernel(const Pass&, const planner::Decision& decision,
                                           Device& device, ProgramSource& programs) {
  return std::make_unique<GuidedKernel>(decision.problem,
                                        decision.offer.tuning.as<LocalLinearGpuTuning>(),
                                        device.facts().gpu, programs);
}

}  // namespace

std::unique_ptr<OrderedSums> make_ordered_sums(const Problem& problem,
                                               const LocalLinearGpuTuning& tuning,
                                               const GpuFacts& gpu, ProgramSource& programs) {
  return std::make_unique<GuidedKernel>(problem, tuning, gpu, programs);
}

Factory local_linear_factory() {
  return {.kernel = make_guided_kernel};
}

Factory local_linear_pairs_factory() {
  return {.kernel = make_guided_kernel};
}

}  // namespace selvage::gpu
