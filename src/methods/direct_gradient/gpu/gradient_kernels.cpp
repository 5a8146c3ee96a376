// SPDX-License-Identifier: Apache-2.0
#include "methods/direct_gradient/gpu/gradient_kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "backends/gpu/launches.hpp"
#include "backends/gpu/parts.hpp"
#include "core/border.hpp"
#include "core/checked.hpp"
#include "core/sample.hpp"
#include "core/samples.hpp"
#include "filters/exponent_scale.hpp"
#include "kernels/texts.hpp"
#include "selvage/error.hpp"

namespace selvage::gpu {
namespace {

#include "methods/direct_gradient/gpu/gradient_arguments.h"

using planner::GradientProblem;
using planner::GradientShape;

constexpr int gradient_group_width = 32, gradient_group_height = 4;
constexpr double most_gradient_exponent = 256.0;  // a larger exponent to base 2 has the weight 0

// Returns the radius that a program is compiled for, or 0 if it serves all. Processors compile for
// seconds and gain nothing.
int fixed_radius(const WindowMean& step, const GpuFacts& gpu) {
  constexpr int most = 8;  // whose columns are unrolled
  const bool fixed = step.window == Window::square && step.radius_x <= most && !gpu.is_processor;
  return fixed ? step.radius_x : 0;
}

// Pixels of an item share the taps that they load. Results do not depend on it.
int item_rows(const GradientShape& shape, bool fixed) {
  if (shape.averaged + shape.guide_channels == 1) return fixed ? 2 : 4;
  const bool four_weights =
      shape.weight == GradientShape::Weight::per_channel && shape.averaged > 3;
  return four_weights || shape.averaged + shape.guide_channels > 4 ? 1 : 2;
}

// NORM of samples.h.
int gradient_norm(const GradientShape& shape) {
  using Weight = GradientShape::Weight;
  switch (shape.weight) {
    case Weight::l2: return 0;
    case Weight::l1: return 1;
    case Weight::per_channel: return 2;
    case Weight::space: break;
  }
  return 3;
}

std::size_t record_floats(int floats) {
  return static_cast<std::size_t>(floats <= 2 ? floats : (floats + 3) / 4 * 4);
}

int place_margin(const WindowMean& step) {
  return border_index(-1, 2, step.border) == outside ? 0 : step.radius_x;
}

// Returns the places that have records: those that taps read, and a row more above and below them.
Rect record_places(const GradientProblem& problem) {
  const int r = problem.step.radius_x;
  return {-r, -r - 1, problem.width() + 2 * r, problem.height() + 2 * r + 2};
}

// PlaceGroups of gradient_places across an image's places, and all of them.
struct PlaceGroups {
  int columns = 0, rows = 0;

  std::size_t count() const { return checked_mul(columns, rows); }
};
PlaceGroups place_groups(const GradientProblem& problem, int rows) {
  const int around = 2 * place_margin(problem.step);
  return {.columns = groups(problem.width() + around, gradient_group_width),
          .rows = groups(problem.height() + around, gradient_group_height * rows)};
}

SelvageGradient gradient_arguments(const GradientProblem& problem) {
  const WindowMean& step = problem.step;
  const GradientShape& shape = problem.shape;
  const ConstImageView &image = problem.shapes.image, &guide = problem.shapes.guide;
  const bool guided = shape.guide_channels > 0;
  SelvageGradient a{};
  a.width = image.width;
  a.height = image.height;
  a.type = static_cast<int>(image.type);
  a.channels = image.channels;
  a.colours = image.colour_channels();
  a.guide_type = static_cast<int>(guide.type);
  a.guide_channels = guided ? guide.channels : 0;
  a.border = static_cast<int>(step.border);
  a.radius = step.radius_x;
  a.margin = place_margin(step);
  a.has_mask = problem.shapes.mask.width > 0 ? 1 : 0;
  a.has_invalid = step.invalid ? 1 : 0;
  if (step.invalid)
    a.invalid = static_cast<float>(stored_value(*step.invalid, image.type, image.type));
  if (step.border == Border::constant) {
    const auto value = static_cast<float>(stored_value(step.border_value, image.type, image.type));
    const auto beside =
        guided ? static_cast<float>(stored_value(step.border_value, guide.type, guide.type)) : 0.0f;
    const bool valid =
        std::isfinite(value) && std::isfinite(beside) && !(step.invalid && a.invalid == value);
    a.outside_value = valid ? value : 0.0f;
    a.guide_outside = valid ? beside : 0.0f;
    a.outside_valid = valid ? 1 : 0;
  }
  const double scale = exponent_scale(problem.stored_sigma_range());
  const double range = problem.stored_sigma_range();
  a.space_scale = static_cast<float>(exponent_scale(step.sigma_space));
  a.range_scale = static_cast<float>(scale);
  a.most_squared = static_cast<float>(most_gradient_exponent / scale);
  a.most_distance = std::sqrt(a.most_squared);
  a.slope = static_cast<float>(1.0 / (range * range));
  a.guide_unit = static_cast<float>(problem.guide_unit());
  a.space_factor = static_cast<float>(problem.space_factor());
  a.range_factor = static_cast<float>(problem.range_factor());
  return a;
}

std::vector<std::string> gradient_options(const GradientProblem& problem, bool sigmas,
                                          const GpuFacts& gpu) {
  const GradientShape& shape = problem.shape;
  const int radius = fixed_radius(problem.step, gpu);
  std::vector<std::string> options{"-DSTRUCT=SelvageGradient"};
  const auto define = [&](std::string_view name, int value) {
    options.push_back(fmt::format("-D{}={}", name, value));
  };
  define("REAL64", 0);
  define("READS", static_cast<int>(PixelType::f32));
  define("WRITES", static_cast<int>(PixelType::f32));
  define("CHANNELS", shape.averaged);
  define("AVERAGED", shape.averaged);
  define("HOLES", 1);
  define("DENSE", 0);
  define("GUIDES", shape.guide_channels);
  define("NORM", gradient_norm(shape));
  define("DISC", problem.step.window == Window::disc ? 1 : 0);
  define("SIGMAS", sigmas ? 1 : 0);
  if (radius > 0) define("RADIUS", radius);
  define("BLOCK", planner::gradient_block);
  define("ROWS", item_rows(shape, radius > 0));
  define("GROUP_WIDTH", gradient_group_width);
  define("GROUP_HEIGHT", gradient_group_height);
  define("MIN_BLOCKS", 5);  // docs/journal/0084
  define("BYTE_SIMD", gpu.byte_simd ? 1 : 0);
  define("PROCESSOR", gpu.is_processor ? 1 : 0);
  return options;
}

// Launches of at most `height` rows. The stream and the controls must outlive them.
class GradientLaunches {
 public:
  GradientLaunches(Stream& stream, const Controls& controls, int images, int rows, int height)
      : stream_(stream),
        controls_(controls),
        images_(images),
        rows_(rows),
        height_(std::clamp(height / pixels(), 1, 65535) * pixels()) {}

  void run(Function& function, std::span<const Buffer* const> buffers, SelvageGradient a,
           const Rect& rect, bool sums) const {
    a.x0 = rect.x;
    a.x1 = rect.x + rect.width;
    const int end = rect.y + rect.height;
    for (int y = rect.y; y < end; y = a.y1) {
      throw_if_cancelled(controls_);
      a.y0 = y;
      a.y1 = std::min(y + height_, end);
      stream_.launch(
          function, {.groups_x = groups(rect.width, gradient_group_width),
                     .groups_y = groups(a.y1 - a.y0, pixels()),
                     .groups_z = images_,
                     .group_width = gradient_group_width,
                     .group_height = gradient_group_height,
                     .local_bytes =
                         sums ? sizeof(float[4]) * gradient_group_width * gradient_group_height : 0,
                     .buffers = buffers,
                     .arguments = std::as_bytes(std::span(&a, 1))});
      if (controls_.cancel.stop_possible()) stream_.wait();
    }
  }

 private:
  int pixels() const { return gradient_group_height * rows_; }

  Stream& stream_;
  const Controls& controls_;
  int images_, rows_, height_;
};

// Returns the rows that a device surely computes in 50 ms, at a tap in 20 cycles of a unit.
int gradient_launch_height(const GradientProblem& problem, int images, const GpuFacts& gpu) {
  const double side = 2.0 * problem.step.radius_x + 1.0;
  const double row = side * side * (problem.width() + side) * images;
  const double taps = 0.05 * 0.05 * 1e6 * gpu.clock_mhz * gpu.compute_units;
  return static_cast<int>(std::clamp(taps / row, 1.0, 1e9));
}

i64 scratch_place(std::ptrdiff_t bytes, std::size_t floats) {
  return bytes / static_cast<std::ptrdiff_t>(sizeof(float)) + static_cast<i64>(floats);
}

constexpr const Buffer* no_buffer = nullptr;

// Graphs run programs without telling when the last run is over, so these are never unloaded.
void keep_for_graphs(const std::shared_ptr<Program>& program) {
  static std::mutex mutex;
  static auto* const kept = new std::set<std::shared_ptr<Program>>;
  const std::lock_guard lock(mutex);
  kept->insert(program);
}

// The arguments for inputs and memory.
SelvageGradient bound_arguments(const GradientProblem& problem, const GradientImages& images,
                                const GradientMemory& memory, const GradientScratch& layout) {
  SelvageGradient a = gradient_arguments(problem);
  a.in = layout_at(images.image, 0, 0);
  if (images.guide) a.guide = layout_at(images.guide, 0, 0);
  if (images.mask) a.mask = layout_at(images.mask, 0, 0);
  a.samples_at = scratch_place(memory.scratch.offset, layout.samples);
  a.sent_at = scratch_place(memory.scratch.offset, layout.sent);
  a.collected_at = scratch_place(memory.scratch.offset, layout.collected);
  a.partials_at = scratch_place(memory.scratch.offset, layout.partials);
  a.means_at = scratch_place(memory.means.offset, 0);
  return a;
}

}  // namespace

GradientScratch::GradientScratch(const GradientProblem& problem, int images, int batch) {
  const GradientShape& shape = problem.shape;
  const int around = 2 * place_margin(problem.step);
  const int weights = shape.weight == GradientShape::Weight::per_channel ? shape.averaged : 1;
  const auto add = [this](std::size_t& start, auto... counts) {
    start = end;
    end = checked_add(end, (checked_add(checked_mul(counts...), 3)) / 4 * 4);
  };
  const int planes = shape.averaged + shape.guide_channels;
  const Rect records = record_places(problem);
  means = checked_mul(images, problem.width(), problem.height(),
                      record_floats(shape.averaged + weights));
  add(samples, images, records.width, records.height, record_floats(planes + 1));
  add(sent, images, records.width, records.height, record_floats(shape.averaged + weights));
  add(collected, images, problem.width() + around, problem.height() + around, planes);
  add(partials, batch, place_groups(problem, 1).count(), 4);
  add(sigmas, 4);
}

const GradientKernels::Functions& GradientKernels::functions(Stream& stream,
                                                             const GradientProblem& problem,
                                                             bool sigmas) {
  const GradientShape& shape = problem.shape;
  if (shape.many()) throw Error(Errc::unsupported, "more than 4 channels need the CPU");
  const GpuFacts& gpu = device_.facts().gpu;
  const bool disc = problem.step.window == Window::disc;
  const std::lock_guard lock(mutex_);
  Functions& made = made_[{shape.averaged, shape.guide_channels, gradient_norm(shape), disc,
                           fixed_radius(problem.step, gpu), sigmas}];
  const bool captured = stream.is_captured();
  if (made.sigmas != nullptr) {
    if (captured) keep_for_graphs(made.program);
    return made;
  }
  if (captured)
    throw Error(Errc::unsupported,
                "the current stream is being captured into a graph, and the first gradient of its "
                "kind compiles",
                "compute one like it before the capture");
  std::string source;
  for (const auto file : {"dialect.h", "arguments.h", "gradient_arguments.h", "samples.h",
                          "numbers.h", "gradient_pairs.h", "gradient.cl"})
    source += kernels::text(file);
  made.program = programs_.program(source, gradient_options(problem, sigmas, gpu));
  made.samples = &made.program->function("gradient_samples");
  made.means = &made.program->function("gradient_means");
  made.places = &made.program->function("gradient_places");
  made.results = &made.program->function("gradient_results");
  made.sigmas = &made.program->function("gradient_sigmas");
  return made;
}

int GradientKernels::rows(const GradientProblem& problem) const {
  return item_rows(problem.shape, fixed_radius(problem.step, device_.facts().gpu) > 0);
}

void GradientKernels::enqueue_forward(Stream& stream, const GradientProblem& problem,
                                      const GradientImages& images, const DeviceView& output,
                                      const GradientMemory& memory, const GradientScratch& layout) {
  const Functions& run = functions(stream, problem, false);
  SelvageGradient a = bound_arguments(problem, images, memory, layout);
  a.out = layout_at(output, 0, 0);
  a.writes_means = 1;
  const Controls controls;
  const GradientLaunches launches(stream, controls, images.image.shape.batch, rows(problem),
                                  std::numeric_limits<int>::max());
  const Buffer* const floats = memory.scratch.buffer;
  launches.run(*run.samples,
               std::array{images.image.buffer, images.guide.buffer, images.mask.buffer, no_buffer,
                          no_buffer, floats},
               a, record_places(problem), false);
  launches.run(
      *run.means,
      std::array{floats, no_buffer, images.image.buffer, memory.means.buffer, output.buffer}, a,
      {0, 0, a.width, a.height}, false);
}

void GradientKernels::enqueue_images(Stream& stream, const GradientProblem& problem,
                                     const GradientImages& images, const GradientMemory& memory,
                                     const GradientScratch& layout, int first, bool sigmas,
                                     const Controls& controls) {
  const Functions& run = functions(stream, problem, sigmas);
  const GpuFacts& gpu = device_.facts().gpu;
  const int batch = images.image.shape.batch;
  const PlaceGroups around = place_groups(problem, rows(problem));
  SelvageGradient a = bound_arguments(problem, images, memory, layout);
  a.d_output = layout_at(images.d_output, 0, 0);
  if (images.d_image) a.out = layout_at(images.d_image, 0, 0);
  if (images.d_guide) a.d_guide = layout_at(images.d_guide, 0, 0);
  a.writes_image = images.d_image ? 1 : 0;
  a.writes_guide = images.d_guide ? 1 : 0;
  a.has_means = memory.means.buffer != nullptr ? 1 : 0;
  a.group_columns = around.columns;
  a.image_partials = static_cast<int>(around.count());
  a.first_partial = i64{first} * a.image_partials;
  const GradientLaunches launches(stream, controls, batch, rows(problem),
                                  controls.cancel.stop_possible()
                                      ? gradient_launch_height(problem, batch, gpu)
                                      : std::numeric_limits<int>::max());
  const Rect pixels{0, 0, a.width, a.height};
  const Rect places{-a.margin, -a.margin, a.width + 2 * a.margin, a.height + 2 * a.margin};
  const Buffer* const floats = memory.scratch.buffer;
  launches.run(*run.samples,
               std::array{images.image.buffer, images.guide.buffer, images.mask.buffer,
                          memory.means.buffer, images.d_output.buffer, floats},
               a, record_places(problem), false);
  if (a.has_means == 0)
    launches.run(*run.means,
                 std::array{floats, images.d_output.buffer, no_buffer, floats, no_buffer}, a,
                 pixels, false);
  launches.run(*run.places, std::array{floats, floats, floats}, a, places, true);
  if (!images.d_image && !images.d_guide) return;
  launches.run(
      *run.results,
      std::array{floats, images.d_output.buffer, images.d_image.buffer, images.d_guide.buffer}, a,
      pixels, false);
}

void GradientKernels::enqueue_sigmas(Stream& stream, const GradientProblem& problem,
                                     const DeviceFloats& scratch, const GradientScratch& layout,
                                     int batch, const DeviceFloats& sigmas) {
  const Functions& run = functions(stream, problem, true);
  SelvageGradient a = gradient_arguments(problem);
  a.partials_at = scratch_place(scratch.offset, layout.partials);
  a.partials = static_cast<i64>(checked_mul(batch, place_groups(problem, rows(problem)).count()));
  a.sigmas_at = scratch_place(sigmas.offset, 0);
  const Controls controls;
  const GradientLaunches one_group(stream, controls, 1, rows(problem), 1);
  one_group.run(*run.sigmas, std::array{scratch.buffer, sigmas.buffer}, a, {0, 0, 1, 1}, true);
}

}  // namespace selvage::gpu
