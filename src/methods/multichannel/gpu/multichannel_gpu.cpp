// SPDX-License-Identifier: Apache-2.0
// A mean over a window of many channels on a device: makes planes of floats, then the means, then
// fills holes, of one image after another.

#include <fmt/format.h>

#include <array>
#include <limits>
#include <memory>
#include <span>
#include <string_view>

#include "backends/gpu/kernel.hpp"
#include "backends/gpu/kernel_enums.hpp"
#include "backends/gpu/launches.hpp"
#include "core/checked.hpp"
#include "core/samples.hpp"
#include "core/views.hpp"
#include "kernels/texts.hpp"
#include "methods/direct/gpu/direct_code.hpp"
#include "methods/direct/pixel_form.hpp"
#include "methods/multichannel/multichannel.hpp"
#include "selvage/error.hpp"

namespace selvage::gpu {
namespace {

Code multichannel_code(const std::string& function, const Pass& pass, const Problem& problem,
                       const MultichannelGpuTuning& tuning, const GpuFacts& gpu) {
  const PixelForm form = form_of(pass, problem);
  Code code{.function = function, .source = {}, .options = {}};
  for (const auto file : {"dialect.h", "arguments.h", "samples.h", "window.h", "multichannel.cl"})
    code.source += kernels::text(file);
  if (function == "channel_fill")
    for (const auto file : {"filling.h", "channel_fill.cl"}) code.source += kernels::text(file);
  else
    for (const auto file : {"channel_weights.h", "channel_means.cl"})
      code.source += kernels::text(file);
  const auto define = [&](std::string_view name, int value) {
    code.options.push_back(fmt::format("-D{}={}", name, value));
  };
  define("READS", static_cast<int>(pass.reads));
  define("WRITES", static_cast<int>(pass.writes));
  define("CHANNELS", 1);  // arrays of samples.h, which channels one by one do not need
  define("AVERAGED", 1);
  define("NORM", static_cast<int>(form.has_distances() ? norm_of(form.layout) : KernelNorm::none));
  define("RUN", tuning.run);
  define("ONE_RUN", channel_planes(form.layout).compared <= tuning.run ? 1 : 0);
  define("BLOCK", tuning.block);
  define("WORDS", tuning.word_planes > 0 ? 1 : 0);
  define("WORKERS", tuning.workers);
  define("SEGMENTS", tuning.segments);
  define("SUMS_AT_ONCE", tuning.sums_at_once);
  define("LINE", line_floats);
  define("PIXELS", item_pixels);
  define("TAPS", item_taps);
  define("GUIDE_READS", static_cast<int>(form.guide));
  define("GUIDED", form.guided() ? 1 : 0);
  define("REAL64", gpu.real64 ? 1 : 0);
  define("HOLES", form.holes ? 1 : 0);
  define("DENSE", 0);
  define("VOLUME", problem.whole_depth > 1 ? 1 : 0);
  define("FIXED_WINDOW", 0);
  define("GROUP_WIDTH", tuning.group.width);
  define("GROUP_HEIGHT", tuning.group.height);
  define("MIN_BLOCKS", tuning.group.min_blocks);
  if (tuning.workers > 1) define("MOST_REGISTERS", most_registers(tuning.group));
  define("BYTE_SIMD", gpu.byte_simd ? 1 : 0);
  define("PROCESSOR", gpu.is_processor ? 1 : 0);
  return code;
}

class MultichannelKernel final : public Kernel {
 public:
  MultichannelKernel(const Pass& pass, const Problem& problem, const MultichannelGpuTuning& tuning,
                     Device& device, ProgramSource& programs)
      : step_(std::get<WindowMean>(pass.step)),
        volume_(problem.whole_depth > 1),
        tuning_(tuning),
        arguments_(window_arguments(pass, problem)),
        scratch_floats_(channel_planes(form_of(pass, problem).layout).floats() +
                        tuning.word_planes) {
    const PixelForm form = form_of(pass, problem);
    const ChannelPlanes planes = channel_planes(form.layout);
    arguments_.channels = problem.channels;
    arguments_.averaged = planes.averaged;
    arguments_.guide_channels = form.guided() ? form.guide_channels : 0;
    arguments_.before = planes.before;
    arguments_.compared = planes.compared;
    arguments_.sums = planes.sums;
    arguments_.guide_constant[0] = static_cast<float>(guide_border_value(pass, problem));
    const auto code = [&](const char* function) {
      return DeviceCode(
          [=, gpu = device.facts().gpu](bool) {
            return multichannel_code(function, pass, problem, tuning, gpu);
          },
          programs);
    };
    planes_ = code("channel_planes");
    means_ = code("channel_means");
    if (!has_filling(pass, problem)) return;
    fill_ = code("channel_fill");
    weights_ = uploaded(device, filling_weights(pass, problem, device.facts().gpu.real64));
  }

  std::size_t scratch_bytes(int width, int height, int batch) const override {
    const PlaneSides plane = plane_sides(width, height, volume_ ? batch : 1, step_.radius_x);
    return checked_mul(sizeof(float), scratch_floats_, plane.floats());
  }

  void enqueue(Stream& stream, const DeviceImages& images, Buffer* scratch, const Frame& frame,
               const Controls& controls) override {
    const ConstImageView& image = images.image.shape;
    check_sizes(frame, image.batch);
    SelvageBilateral a = arguments_;
    set_layouts(images, frame, a);
    if (images.guide) a.guide = layout_at(images.guide, frame.x, frame.y);
    set_planes(image, frame, a);
    const Launches common{.stream = stream, .controls = controls, .height = tuning_.launch_height};
    const Buffers buffers{images.image.buffer, images.mask.buffer, images.guide.buffer, scratch,
                          images.output.buffer};
    if (volume_) return run(common, buffers, a, frame, image.batch, images.output.shape.batch);
    const SelvageBilateral first = a;
    for (int i = 0; i < image.batch; ++i) {
      for (const auto layout : {&SelvageBilateral::in, &SelvageBilateral::mask,
                                &SelvageBilateral::guide, &SelvageBilateral::out})
        (a.*layout).offset = (first.*layout).offset + i * (first.*layout).batch;
      run(common, buffers, a, frame, 1, 1);
    }
  }

 private:
  using Buffers = std::array<const Buffer*, 5>;  // image, mask, guide, scratch, output

  // Sets where the planes lie.
  void set_planes(const ConstImageView& image, const Frame& frame, SelvageBilateral& a) const {
    const PlaneSides plane =
        plane_sides(image.width, image.height, volume_ ? image.batch : 1, step_.radius_x);
    if (plane.floats() >= std::numeric_limits<int>::max())
      throw Error(Errc::unsupported,
                  fmt::format("a plane of {} samples, with the window beside it, is too large for "
                              "a GPU",
                              plane.floats()),
                  "filter it on the CPU, or in regions");
    a.held_x = frame.x;
    a.held_y = frame.y;
    a.held_width = image.width;
    a.held_height = image.height;
    a.plane_row = static_cast<int>(plane.row);
    a.plane_rows = static_cast<int>(plane.rows);
  }

  // Returns the rows of the image, and the columns of planes, that items load: from the first tap
  // of the first pixel to the last tap of the last one, in vectors.
  Rect needed_columns(const Frame& frame, int held_x) const {
    const auto aligned = [](int x) { return x / item_pixels * item_pixels; };
    const int first = aligned(frame.compute.x), last = frame.compute.x + frame.compute.width - 1;
    const int before = aligned(step_.radius_x + item_pixels - 1);
    Rect needed = needed_rect(frame, step_.border, {step_.radius_x, step_.radius_y});
    needed.x = first - held_x / line_floats * line_floats + columns_before(step_.radius_x) - before;
    needed.width = aligned(last) - first + before + step_.radius_x + item_taps + item_pixels;
    return needed;
  }

  // Computes one image, which has `held` slices, of which `results` are computed.
  void run(Launches common, const Buffers& buffers, SelvageBilateral a, const Frame& frame,
           int held, int results) {
    const Group group{.width = tuning_.group.width, .height = tuning_.group.height};
    common.batch = held;
    run_in_rows(common, planes_, group, buffers, a, needed_columns(frame, a.held_x));
    set_slices(frame, a);
    common.batch = results;
    Group means = group;
    means.pixels = item_pixels * group.width;
    means.down = tuning_.rows();
    means.local_bytes = tuning_.local_bytes();
    means.aligned = true;
    run_in_rows(common, means_, means, buffers, a, frame.compute);
    if (!fill_) return;
    Buffers with_weights = buffers;
    with_weights[3] = weights_.get();
    run_in_rows(common, fill_, group, with_weights, a, frame.compute);
  }

  WindowMean step_;
  bool volume_;  // the image has depth, and its slices come as a batch
  MultichannelGpuTuning tuning_;
  SelvageBilateral arguments_;
  int scratch_floats_;  // of a pixel
  DeviceCode planes_, means_, fill_;
  std::unique_ptr<Buffer> weights_;  // of taps that fill
};

std::unique_ptr<Kernel> make_multichannel_kernel(const Pass& pass,
                                                 const planner::Decision& decision, Device& device,
                                                 ProgramSource& programs) {
  return std::make_unique<MultichannelKernel>(
      pass, decision.problem, decision.offer.tuning.as<MultichannelGpuTuning>(), device, programs);
}

}  // namespace

Factory multichannel_factory() {
  return {.kernel = make_multichannel_kernel};
}

}  // namespace selvage::gpu
