// SPDX-License-Identifier: Apache-2.0
// A Fourier range kernel on a device: means of columns, then of rows with results and certificates,
// then the pixels that fail; some channels at once, or all of a joint filter.
#include <fmt/format.h>

#include <array>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "backends/gpu/kernel.hpp"
#include "backends/gpu/launches.hpp"
#include "core/samples.hpp"
#include "core/views.hpp"
#include "filters/exponent_scale.hpp"
#include "filters/planes.hpp"
#include "kernels/texts.hpp"
#include "methods/fourier_range/certified_fit.hpp"
#include "methods/fourier_range/fit_parts.hpp"
#include "methods/fourier_range/gpu/fourier_tables.hpp"
#include "methods/fourier_range/gpu_shape.hpp"
#include "methods/fourier_range/joint_level.hpp"

namespace selvage::gpu {
namespace {

#include "methods/fourier_range/gpu/fourier_arguments.h"

struct FourierForm {
  WindowMean step;
  Problem problem;
  int averaged = 1;  // channels
  FourierGpuTuning tuning;
  GpuFacts gpu;
};

// A group: its rows of items, which are its warps, and how many groups share a multiprocessor.
struct GroupForm {
  int height = 1, min_blocks = 1;
  bool whole = true;  // a tile has all of its taps
};

Code fourier_code(const std::string& function, const FourierForm& form, const GroupForm& group) {
  Code code{.function = function, .source = {}, .options = {"-DSTRUCT=SelvageFourier"}};
  for (const auto file : {"dialect.h", "arguments.h", "fourier_arguments.h", "samples.h", "mma.h",
                          "fourier_products.h", "fourier.h"})
    code.source += kernels::text(file);
  if (function == "fourier_columns") code.source += kernels::text("fourier_levels.h");
  code.source += kernels::text(function + ".cl");
  const auto define = [&](std::string_view name, int value) {
    code.options.push_back(fmt::format("-D{}={}", name, value));
  };
  define("READS", static_cast<int>(form.problem.type));
  define("WRITES", static_cast<int>(form.problem.type));
  define("CHANNELS", 1);
  define("AVERAGED", 1);
  define("VALUES", level_form(form.step, form.problem).values);
  define("ROW_STAGES", form.tuning.row_stages);
  define("HOLES", level_form(form.step, form.problem).holes ? 1 : 0);
  define("DENSE", 0);
  define("TOGETHER", form.tuning.repair_taps);
  define("TEAMS", group.height * fourier::warp / fourier::team);
  define("GROUP_WIDTH", fourier::warp);
  define("GROUP_HEIGHT", group.height);
  define("MIN_BLOCKS", group.min_blocks);
  define("WHOLE", group.whole ? 1 : 0);
  define("BYTE_SIMD", form.gpu.byte_simd ? 1 : 0);
  define("BYTE_PRODUCTS", form.gpu.byte_products ? 1 : 0);
  define("GROUP_PRODUCTS", form.gpu.group_products ? 1 : 0);
  define("PROCESSOR", form.gpu.is_processor ? 1 : 0);
  return code;
}

// Returns the arguments that do not change from run to run.
SelvageFourier fourier_arguments(const ByteFit& fit, const FourierForm& form) {
  const auto number = [](double value) { return static_cast<float>(value); };
  SelvageFourier a{};
  const PixelType type = form.problem.type;
  const auto stored = [&](double value) { return number(stored_value(value, type, type)); };
  a.terms = fit.series.terms();
  a.terms_together = terms_together(a.terms, form.tuning.term_groups);
  a.tile_blocks = form.tuning.tile_blocks;
  a.row_blocks = form.tuning.row_blocks;
  a.radius_x = form.step.radius_x;
  a.radius_y = form.step.radius_y;
  a.blocks_x = byte_blocks(form.step.radius_x);
  a.blocks_y = byte_blocks(form.step.radius_y);
  a.groups = form.tuning.repair_groups;
  a.border = static_cast<int>(form.step.border);
  a.channels = form.problem.channels;
  a.colours = form.problem.channels - (form.problem.alpha ? 1 : 0);
  a.has_mask = form.problem.mask;
  a.has_invalid = form.step.invalid.has_value();
  if (form.step.invalid) a.invalid = stored(*form.step.invalid);
  a.outside_value = stored(form.step.border_value);
  a.guide_outside = static_cast<int>(
      stored_value(form.step.border_value, form.problem.shapes.guide.type, PixelType::u8));
  a.value_middle = number(value_middle);
  a.value_scale = number(1.0 * value_one / value_steps);
  a.column_origin = fit.column_origin;
  a.column_scale = fit.column_scale;
  a.row_scale = number(fit.row_scale);
  a.row_origin = number(-0x1p23 * double{a.row_scale} - fit.row_shift);
  const double sigma = fourier::levels * double{form.step.sigma_range};
  a.steepness = number(sigma * sigma * fit.series.frequency);
  a.lowest = fit.series.lowest;
  a.range_scale = number(exponent_scale(sigma * fit.form.unit()));
  a.constant_term = number(fit.series.constant * fit.weights);
  a.of_weights = number(1.0001 * fit.of_weights);
  a.of_differences = number(1.0001 * fit.of_differences);
  a.limit = number(fit.form.limit);
  return a;
}

class FourierKernel final : public Kernel {
 public:
  FourierKernel(const WindowMean& step, const Problem& problem, const FourierGpuTuning& tuning,
                Device& device, ProgramSource& programs)
      : FourierKernel(byte_fit(step, level_form(step, problem)),
                      {.step = step,
                       .problem = problem,
                       .averaged = plane_layout(step, problem, true).averaged,
                       .tuning = tuning,
                       .gpu = device.facts().gpu},
                      device, programs) {}

  std::size_t scratch_bytes(int width, int height, int) const override {
    return FourierScratch(fit_, form_.tuning, width, height).bytes;
  }

  std::int64_t certified(const Rect& compute, int images) const override {
    return std::int64_t{compute.width} * compute.height * images * form_.averaged;
  }

  void enqueue(Stream& stream, const DeviceImages& images, Buffer* scratch, const Frame& frame,
               const Controls& controls) override {
    check_sizes(frame, images.image.shape.batch);
    const Rect& c = frame.compute;
    const FourierScratch s(fit_, form_.tuning, c.width, c.height);
    SelvageFourier a = arguments_;
    set_layouts(images, frame, a);
    a.plane = static_cast<i64>(s.plane);
    a.marks = static_cast<i64>(s.marks);
    a.list = static_cast<i64>(s.list);
    a.pitch = step_of(static_cast<std::ptrdiff_t>(s.pitch));
    a.sums = static_cast<i64>(s.sums);
    a.sums_plane = static_cast<i64>(s.sums_plane);
    a.sums_pitch = step_of(static_cast<std::ptrdiff_t>(s.sums_pitch));
    if (images.guide) a.guide = layout_at(images.guide, frame.x, frame.y);
    a.x0 = c.x;
    a.x1 = c.x + c.width;
    const std::array<const Buffer*, 6> buffers{
        images.image.buffer, images.guide.buffer, images.mask.buffer, tables_.get(), scratch,
        images.output.buffer};
    const SelvageLayout in = a.in, guide = a.guide, mask = a.mask, out = a.out;
    const int apart = fit_.form.joint() ? 1 : form_.averaged;
    a.first_launch = 1;
    for (int image = 0; image < images.image.shape.batch; ++image)
      for (int channel = 0; channel < apart; channel += form_.tuning.channels) {
        const int together = std::min(form_.tuning.channels, apart - channel);
        a.first_channel = channel * in.channel;
        a.in.offset = in.offset + image * in.batch + a.first_channel;
        a.guide.offset = guide.offset + image * guide.batch;
        a.mask.offset = mask.offset + image * mask.batch;
        a.out.offset = out.offset + image * out.batch + channel * out.channel;
        a.first_copied = form_.averaged;
        a.last_copied = channel == 0 ? form_.problem.channels - 1 : -1;
        for (a.y0 = c.y; a.y0 < c.y + c.height; a.y0 = a.y1) {
          if (controls.cancel.stop_requested()) throw Error(Errc::cancelled, "cancelled");
          a.y1 = std::min(a.y0 + form_.tuning.launch_height, c.y + c.height);
          launch_sums(stream, buffers, a, s, together);
          if (controls.cancel.stop_possible()) stream.wait();
          launch_repairs(stream, buffers, a, controls, together);
          a.first_launch = 0;
        }
      }
  }

 private:
  FourierKernel(ByteFit fit, FourierForm form, Device& device, ProgramSource& programs)
      : fit_(std::move(fit)), form_(std::move(form)), arguments_(fourier_arguments(fit_, form_)) {
    const FourierGpuTuning& t = form_.tuning;
    const auto code = [&](const char* function, const GroupForm& group) {
      return DeviceCode([=, form = form_](bool) { return fourier_code(function, form, group); },
                        programs);
    };
    columns_ = code("fourier_columns", {warps(t.column_teams), t.column_min_blocks,
                                        t.tile_blocks >= blocks_down(fit_, t)});
    rows_ = code("fourier_rows",
                 {warps(t.row_teams), t.row_min_blocks, t.row_blocks >= blocks_across(fit_, t)});
    if (fit_.form.joint()) joint_ = code("fourier_joint", {.height = joint_height});
    repair_ = code("fourier_repair",
                   {.height = t.repair_height, .min_blocks = fourier::repairing_groups(t)});
    const std::vector<std::uint32_t> tables = fourier_tables(fit_, form_.step);
    tables_ = uploaded(device, std::as_bytes(std::span(tables)));
  }

  // Enqueues the computation of rows a.y0 .. a.y1 - 1 of some channels, apart from the pixels of
  // the list.
  void launch_sums(Stream& stream, std::span<const Buffer* const> buffers, const SelvageFourier& a,
                   const FourierScratch& scratch, int channels) {
    const FourierGpuTuning& t = form_.tuning;
    const int height = a.y1 - a.y0;
    Launch launch{.group_width = fourier::warp,
                  .group_height = warps(t.column_teams),
                  .local_bytes = fourier_columns_bytes(fit_, t),
                  .buffers = buffers,
                  .arguments = std::as_bytes(std::span(&a, 1))};
    launch.groups_x = static_cast<int>(scratch.columns / fourier::lines);
    launch.groups_y = groups(height, fourier::team_sums * t.column_teams);
    const int sets = fit_.form.joint() ? scratch.sets : channels;
    launch.groups_z = sets * groups(a.terms, a.terms_together);
    stream.launch(columns_.get(true), launch);
    launch.groups_z = sets;
    launch.group_height = warps(t.row_teams);
    launch.groups_x = groups(a.x1 - a.x0, fourier::team_sums * t.row_teams);
    launch.groups_y = groups(height, fourier::lines);
    launch.local_bytes = fourier_rows_bytes(fit_, t);
    stream.launch(rows_.get(true), launch);
    if (!joint_) return;
    launch.groups_x = groups(a.x1 - a.x0, fourier::warp);
    launch.groups_y = groups(height, joint_height);
    launch.groups_z = 1;
    launch.group_height = joint_height;
    launch.local_bytes = 0;
    stream.launch(joint_.get(true), launch);
  }

  // Enqueues the computation of the list's pixels, which may be all of them.
  void launch_repairs(Stream& stream, std::span<const Buffer* const> buffers, SelvageFourier a,
                      const Controls& controls, int channels) {
    const FourierGpuTuning& t = form_.tuning;
    const int pixels = (a.x1 - a.x0) * (a.y1 - a.y0) * channels;
    for (a.first_listed = 0; a.first_listed < pixels; a.first_listed = a.last_listed) {
      if (controls.cancel.stop_requested()) throw Error(Errc::cancelled, "cancelled");
      a.last_listed = std::min(a.first_listed, pixels - t.repair_pixels) + t.repair_pixels;
      stream.launch(repair_.get(true), {.groups_x = t.repair_groups,
                                        .group_width = fourier::warp,
                                        .group_height = t.repair_height,
                                        .local_bytes = fourier_repair_bytes(fit_, t),
                                        .buffers = buffers,
                                        .arguments = std::as_bytes(std::span(&a, 1))});
      if (controls.cancel.stop_possible()) stream.wait();
    }
  }

  static int warps(int teams) { return teams * fourier::team / fourier::warp; }

  static constexpr int joint_height = fourier::team / fourier::warp;

  ByteFit fit_;
  FourierForm form_;
  SelvageFourier arguments_{};
  DeviceCode columns_, rows_, joint_, repair_;
  std::unique_ptr<Buffer> tables_;
};

std::unique_ptr<Kernel> make_fourier_kernel(const Pass& pass, const planner::Decision& decision,
                                            Device& device, ProgramSource& programs) {
  return std::make_unique<FourierKernel>(std::get<WindowMean>(pass.step), decision.problem,
                                         decision.offer.tuning.as<FourierGpuTuning>(), device,
                                         programs);
}

}  // namespace

Factory fourier_range_factory() {
  return {.kernel = make_fourier_kernel};
}

}  // namespace selvage::gpu
