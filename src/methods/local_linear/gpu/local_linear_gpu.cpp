// SPDX-License-Identifier: Apache-2.0
// Guided filters on a GPU: sums along rows and columns, models, sums of these along rows and
// columns, results. All numbers between kernels are doubles, or pairs of floats, in scratch.
#include <fmt/format.h>

#include <array>
#include <memory>
#include <span>
#include <tuple>
#include <utility>

#include "backends/gpu/kernel.hpp"
#include "backends/gpu/launches.hpp"
#include "core/samples.hpp"
#include "kernels/texts.hpp"
#include "methods/local_linear/gpu_shape.hpp"
#include "methods/local_linear/tuning.hpp"

namespace selvage::gpu {
namespace {

#include "methods/local_linear/gpu/guided_arguments.h"

enum class Summed { pixels, models };  // MODELS

Code guided_code(const std::string& function, Summed summed, const WorkGroup& group,
                 const Problem& problem, const GpuFacts& gpu, bool pairs, bool dense) {
  const Fitting fitting(problem);
  const Guided& filter = fitting.filter;
  const LinearPlanes planes(problem);
  const ConstImageView& guide = problem.shapes.guide;
  Code code{.function = function, .source = {}, .options = {"-DSTRUCT=SelvageGuided"}};
  for (const auto file : {"dialect.h", "arguments.h", "guided_arguments.h", "samples.h",
                          "guided_numbers.h", "guided.h", "guided_result.h"})
    code.source += kernels::text(file);
  code.source += kernels::text(function + ".cl");
  const auto define = [&](std::string_view name, int value) {
    code.options.push_back(fmt::format("-D{}={}", name, value));
  };
  define("REAL64", pairs ? 0 : 1);
  define("READS", static_cast<int>(problem.type));
  define("WRITES", static_cast<int>(problem.type));
  define("CHANNELS", problem.channels);
  define("AVERAGED", planes.values);
  define("HOLES", !is_integer(problem.type) || filter.invalid || problem.mask ? 1 : 0);
  define("DENSE", dense ? 1 : 0);
  define("GUIDES", planes.guides);
  define("GUIDE_READS", static_cast<int>(planes.own ? problem.type : guide.type));
  define("GUIDE_CHANNELS", planes.own ? problem.channels : guide.channels);
  define("OWN", planes.own ? 1 : 0);
  define("COUNTED", planes.counted ? 1 : 0);
  define("FILL", planes.fill ? 1 : 0);
  define("COARSE", fitting.between ? 1 : 0);
  define("ENLARGES", fitting.enlarges ? 1 : 0);
  define("MODELS", summed == Summed::models ? 1 : 0);
  define("GROUP_WIDTH", group.width);
  define("GROUP_HEIGHT", group.height);
  define("MIN_BLOCKS", 1);
  define("BYTE_SIMD", gpu.byte_simd ? 1 : 0);
  define("PROCESSOR", gpu.is_processor ? 1 : 0);
  return code;
}

// Returns the arguments that do not change from run to run.
SelvageGuided guided_arguments(const Problem& problem) {
  const Fitting fitting(problem);
  const Guided& filter = fitting.filter;
  SelvageGuided a{};
  const PixelType guide = guide_type(problem);
  const float window = 2.0f * static_cast<float>(grid_radius(filter)) + 1.0f;
  a.epsilon = filter.epsilon;
  a.guide_full_scale = static_cast<float>(full_scale(guide));
  a.guide_centre = static_cast<float>(guide_centre(guide));
  a.window_pixels = window * window;  // at most 2^21
  a.radius = grid_radius(filter);
  a.step = filter.subsample;
  a.scale_x = fitting.x.scale;
  a.offset_x = fitting.x.offset;
  a.unit_x = fitting.x.unit;
  a.scale_y = fitting.y.scale;
  a.offset_y = fitting.y.offset;
  a.unit_y = fitting.y.unit;
  a.halo = guided_halo(filter);
  a.border = static_cast<int>(filter.border);
  a.colours = problem.channels - (problem.alpha ? 1 : 0);
  a.has_mask = problem.mask;
  a.has_invalid = filter.invalid.has_value();
  a.outside_value =
      static_cast<float>(stored_value(filter.border_value, problem.type, problem.type));
  a.guide_outside = static_cast<float>(stored_value(filter.border_value, guide, guide));
  if (filter.invalid)
    a.invalid = static_cast<float>(stored_value(*filter.invalid, problem.type, problem.type));
  return a;
}

// Returns the layout of a part of scratch whose first number is that of (x, y).
SelvageLayout layout_of(const LinearScratch::Part& part, int x, int y) {
  const auto row = static_cast<i64>(part.row());
  return {.offset = static_cast<i64>(part.offset) - x * i64{8} - y * row,
          .batch = static_cast<i64>(part.image()),
          .channel = static_cast<i64>(part.plane()),
          .row = step_of(row),
          .pixel = 8};
}

class GuidedKernel final : public Kernel {
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
      return DeviceCode(
          [=, pairs = tuning.pairs != 0](bool dense) {
            return guided_code(function, summed, group, problem, gpu, pairs, dense);
          },
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
    const DeviceView& image = images.image;
    check_sizes(frame, image.shape.batch);
    const int r = arguments_.radius;
    const Rect grid = grid_rect(frame);
    const Rect fitted{grid.x - r, grid.y - r, grid.width + 2 * r, grid.height + 2 * r};
    SelvageGuided a = arguments(images, frame, grid);
    const Launches common{.stream = stream,
                          .controls = controls,
                          .batch = image.shape.batch,
                          .dense = rows_are_solid(image.shape),
                          .height = tuning_.launch_height};
    const std::array<const Buffer*, 5> buffers{image.buffer, images.mask.buffer,
                                               images.guide.buffer, scratch, images.output.buffer};
    run_in_rows(common, pixel_rows_, rows_group_, buffers, a,
                {fitted.x, fitted.y - r, fitted.width, fitted.height + 2 * r});
    a.last_row = fitted.y + fitted.height + r - 1;
    run_in_rows(common, models_, columns_group_, buffers, a, fitted);
    run_in_rows(common, model_rows_, rows_group_, buffers, a,
                {grid.x, fitted.y, grid.width, fitted.height});
    a.last_row = fitted.y + fitted.height - 1;
    run_in_rows(common, results_, columns_group_, buffers, a, grid);
    if (!coarse()) return;
    const Group between{.width = tuning_.between.width, .height = tuning_.between.height};
    run_in_rows(common, between_, between, buffers, a, frame.compute);
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

Factory local_linear_factory() {
  return {.kernel = make_guided_kernel};
}

Factory local_linear_pairs_factory() {
  return {.kernel = make_guided_kernel};
}

}  // namespace selvage::gpu
