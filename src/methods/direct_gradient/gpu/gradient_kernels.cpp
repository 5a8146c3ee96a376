// SPDX-License-Identifier: Apache-2.0
#include "methods/direct_gradient/gpu/gradient_kernels.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

#include "backends/gpu/launches.hpp"
#include "backends/gpu/pass_chain.hpp"
#include "core/checked.hpp"
#include "methods/direct_gradient/gpu/gradient_launches.hpp"
#include "selvage/error.hpp"

namespace selvage::gpu {
namespace {

using planner::GradientBlock;

// Returns the rows that a device surely computes in 50 ms, at a tap of three channels in 20 cycles
// of a unit.
int gradient_launch_height(const GradientProblem& problem, int images, const GpuFacts& gpu) {
  const double side = 2.0 * problem.step.radius_x + 1.0;
  const double many =
      problem.shape.many() ? (problem.shape.averaged + problem.shape.guide_channels) / 3.0 : 1.0;
  const double row = side * side * (problem.width() + side) * images * many;
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
  if (images.d_output) a.d_output = layout_at(images.d_output, 0, 0);
  if (images.d_image) a.out = layout_at(images.d_image, 0, 0);
  if (images.d_guide) a.d_guide = layout_at(images.d_guide, 0, 0);
  a.writes_image = images.d_image ? 1 : 0;
  a.writes_guide = images.d_guide ? 1 : 0;
  a.samples_at = scratch_place(memory.scratch.offset, layout.samples);
  a.sent_at = scratch_place(memory.scratch.offset, layout.sent);
  a.collected_at = scratch_place(memory.scratch.offset, layout.collected);
  a.partials_at = scratch_place(memory.scratch.offset, layout.partials);
  return a;
}

DeviceView cut(const GradientBlock& block, DeviceView view, int channels) {
  view.offset += block.first * view.shape.stride.channel;
  view.shape = block.cut(view.shape, channels);
  return view;
}

// Returns the images cut to the channels of a block.
GradientImages cut(const GradientBlock& block, GradientImages images) {
  const Inputs& shapes = block.problem.shapes;
  for (DeviceView GradientImages::* const view :
       {&GradientImages::image, &GradientImages::d_output, &GradientImages::d_image})
    images.*view = cut(block, images.*view, shapes.image.channels);
  for (DeviceView GradientImages::* const view : {&GradientImages::guide, &GradientImages::d_guide})
    if (block.problem.shape.guide > 0)
      images.*view = cut(block, images.*view, shapes.guide.channels);
  return images;
}

}  // namespace

// What launches of several kernels share.
struct GradientKernels::Run {
  Stream& stream;
  const GradientLaunches& launches;
  const GradientMemory& memory;
  const GradientScratch& layout;

  const Buffer* scratch() const { return memory.scratch.buffer; }
};

const GradientKernels::Functions& GradientKernels::functions(Stream& stream,
                                                             const GradientProblem& problem,
                                                             bool in_blocks, bool sigmas) {
  const GpuFacts& gpu = device_.facts().gpu;
  const std::lock_guard lock(mutex_);
  Functions& made = made_[GradientCode::key(problem, in_blocks, sigmas, gpu)];
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
  const GradientCode code(problem, in_blocks, sigmas, gpu);
  made.program = programs_.program(code.source, code.options);
  made.samples = &made.program->function(code.samples);
  made.means = &made.program->function(code.means);
  made.places = &made.program->function(code.places);
  made.results = &made.program->function(code.results);
  if (in_blocks) made.valid = &made.program->function("gradient_valid");
  made.sigmas = &made.program->function("gradient_sigmas");
  return made;
}

int GradientKernels::rows(const GradientProblem& problem) const {
  return item_rows(problem, device_.facts().gpu);
}

DeviceView GradientKernels::enqueue_valid(const Run& run, const GradientProblem& problem,
                                          const GradientBlock& block, bool sigmas,
                                          const GradientImages& images) {
  const ConstImageView& image = images.image.shape;
  const Rect pixels{0, 0, image.width, image.height};
  const DeviceView mask{.buffer = run.scratch(),
                        .offset = run.memory.scratch.offset +
                                  static_cast<std::ptrdiff_t>(run.layout.valid * sizeof(float)),
                        .shape = dense_shape(PixelType::u8, pixels, 1, image.batch)};
  SelvageGradient a = bound_arguments(problem, images, run.memory, run.layout);
  a.out = layout_at(mask, 0, 0);
  run.launches.run(
      *functions(run.stream, block.problem, true, sigmas).valid,
      std::array{images.image.buffer, images.guide.buffer, images.mask.buffer, run.scratch()}, a,
      pixels, gradient_group_height * rows(block.problem));
  return mask;
}

void GradientKernels::enqueue_samples(const Run& run, const Functions& functions,
                                      const GradientProblem& problem, const GradientImages& images,
                                      const SelvageGradient& a) {
  run.launches.run(*functions.samples,
                   std::array{images.image.buffer, images.guide.buffer, images.mask.buffer,
                              a.has_means != 0 ? run.memory.means.buffer : no_buffer,
                              images.d_output.buffer, run.scratch()},
                   a, record_places(problem), gradient_group_height * rows(problem));
}

void GradientKernels::enqueue_means(const Run& run, const Functions& functions,
                                    const GradientProblem& problem, const GradientImages& images,
                                    const DeviceView& output, const SelvageGradient& a) {
  const Rect pixels{0, 0, a.width, a.height};
  const Buffer* const kept = a.writes_means != 0 ? run.memory.means.buffer : no_buffer;
  const Buffer *const image = a.writes_means != 0 ? images.image.buffer : no_buffer,
                      *const d_output = images.d_output.buffer;
  const int height = place_rows(problem.shape, rows(problem));
  if (problem.shape.many())
    run.launches.run(*functions.means,
                     std::array{run.scratch(), run.scratch(), d_output, image, kept, output.buffer},
                     a, pixels, height, turn_bytes);
  else
    run.launches.run(
        *functions.means,
        std::array{run.scratch(), d_output, image, kept ? kept : run.scratch(), output.buffer}, a,
        pixels, height);
}

void GradientKernels::enqueue_forward(Stream& stream, const GradientProblem& problem,
                                      const GradientImages& images, const DeviceView& output,
                                      const GradientMemory& memory, const GradientScratch& layout) {
  const Controls controls;
  const GradientLaunches launches(stream, controls, images.image.shape.batch,
                                  std::numeric_limits<int>::max());
  const Run run{stream, launches, memory, layout};
  const std::vector<GradientBlock> blocks = planner::gradient_blocks(problem);
  const bool in_blocks = blocks.size() > 1;
  GradientImages all = images;
  if (in_blocks) all.mask = enqueue_valid(run, problem, blocks.front(), false, images);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const GradientBlock& block = blocks[i];
    const Functions& of_block = functions(stream, block.problem, in_blocks, false);
    const GradientImages views = cut(block, all);
    SelvageGradient a = bound_arguments(block.problem, views, memory, layout);
    a.means_at = scratch_place(memory.means.offset, layout.means_of_block[i]);
    a.out = layout_at(cut(block, output, block.problem.shapes.image.channels), 0, 0);
    a.writes_means = 1;
    enqueue_samples(run, of_block, block.problem, views, a);
    enqueue_means(run, of_block, block.problem, views, output, a);
  }
}

void GradientKernels::enqueue_images(Stream& stream, const GradientProblem& problem,
                                     const GradientImages& images, const GradientMemory& memory,
                                     const GradientScratch& layout, int first, bool sigmas,
                                     const Controls& controls) {
  const int batch = images.image.shape.batch;
  const GradientLaunches launches(stream, controls, batch,
                                  controls.cancel.stop_possible()
                                      ? gradient_launch_height(problem, batch, device_.facts().gpu)
                                      : std::numeric_limits<int>::max());
  const Run run{stream, launches, memory, layout};
  const std::vector<GradientBlock> blocks = planner::gradient_blocks(problem);
  const bool in_blocks = blocks.size() > 1;
  GradientImages all = images;
  if (in_blocks) all.mask = enqueue_valid(run, problem, blocks.front(), sigmas, images);
  i64 partials = 0;  // of the blocks before
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const GradientProblem& of_block = blocks[i].problem;
    const PlaceGroups around = place_groups(of_block, rows(of_block));
    const GradientImages views = cut(blocks[i], all);
    SelvageGradient a = bound_arguments(of_block, views, memory, layout);
    a.has_means = memory.means.buffer != nullptr ? 1 : 0;
    a.means_at = scratch_place(memory.means.offset, layout.means_of_block[i]);
    a.group_columns = around.columns;
    a.image_partials = static_cast<int>(around.count());
    a.first_partial = partials + i64{first} * a.image_partials;
    partials += i64{layout.batch} * a.image_partials;
    enqueue_block(run, functions(stream, of_block, in_blocks, sigmas), of_block, views, a);
  }
}

void GradientKernels::enqueue_block(const Run& run, const Functions& functions,
                                    const GradientProblem& problem, const GradientImages& images,
                                    const SelvageGradient& a) {
  const Rect places{-a.margin, -a.margin, a.width + 2 * a.margin, a.height + 2 * a.margin};
  enqueue_samples(run, functions, problem, images, a);
  if (a.has_means == 0) enqueue_means(run, functions, problem, images, {}, a);
  const Buffer* const floats = run.scratch();
  run.launches.run(*functions.places, std::array{floats, floats, floats}, a, places,
                   place_rows(problem.shape, rows(problem)),
                   problem.shape.many() ? turn_bytes : sigma_sums_bytes);
  if (!images.d_image && !images.d_guide) return;
  run.launches.run(
      *functions.results,
      std::array{floats, images.d_output.buffer, images.d_image.buffer, images.d_guide.buffer}, a,
      {0, 0, a.width, a.height}, gradient_group_height * rows(problem));
}

void GradientKernels::enqueue_sigmas(Stream& stream, const GradientProblem& problem,
                                     const DeviceFloats& scratch, const GradientScratch& layout,
                                     int batch, const DeviceFloats& sigmas) {
  const std::vector<GradientBlock> blocks = planner::gradient_blocks(problem);
  SelvageGradient a = gradient_arguments(problem);
  a.partials_at = scratch_place(scratch.offset, layout.partials);
  for (const GradientBlock& block : blocks)
    a.partials += static_cast<i64>(
        checked_mul(batch, place_groups(block.problem, rows(block.problem)).count()));
  a.sigmas_at = scratch_place(sigmas.offset, 0);
  const Controls controls;
  const GradientLaunches one_group(stream, controls, 1, 1);
  const Functions& any = functions(stream, blocks.front().problem, blocks.size() > 1, true);
  one_group.run(*any.sigmas, std::array{scratch.buffer, sigmas.buffer}, a, {0, 0, 1, 1},
                gradient_group_height, sigma_sums_bytes);
}

}  // namespace selvage::gpu
