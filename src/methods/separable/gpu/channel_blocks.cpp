// SPDX-License-Identifier: Apache-2.0
// One block of channels after another, each as an image of its own, whose pixels are further apart.
// Where a pixel may be invalid, a mask of all channels is made first.
#include "methods/separable/gpu/channel_blocks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "backends/gpu/launches.hpp"
#include "core/checked.hpp"
#include "core/samples.hpp"
#include "core/views.hpp"
#include "kernels/texts.hpp"
#include "methods/convolution/gpu/linear_code.hpp"
#include "methods/convolution/gpu/linear_kernel.hpp"
#include "methods/convolution/gpu_linear.hpp"

namespace selvage::gpu {
namespace {

using planner::linear_channels;

constexpr int validity_width = 32, validity_height = 4;  // work-items of a group

Code validity_code(const Pass& pass, const Problem& problem, const GpuFacts& gpu) {
  Code code{.function = "channel_validity", .source = {}, .options = {"-DSTRUCT=SelvageLinear"}};
  for (const auto file :
       {"dialect.h", "arguments.h", "linear_arguments.h", "samples.h", "channel_validity.cl"})
    code.source += kernels::text(file);
  const auto define = [&](std::string_view name, int value) {
    code.options.push_back(fmt::format("-D{}={}", name, value));
  };
  define("LINEAR_WEIGHTS", 1);
  define("READS", static_cast<int>(pass.reads));
  define("WRITES", static_cast<int>(pass.writes));
  define("PLANES", problem.channels);
  define("CHANNELS", 1);  // arrays of samples.h, which channels one by one do not need
  define("AVERAGED", 1);
  define("HOLES", 1);
  define("DENSE", 0);
  define("GROUP_WIDTH", validity_width);
  define("GROUP_HEIGHT", validity_height);
  define("MIN_BLOCKS", 1);
  define("BYTE_SIMD", gpu.byte_simd ? 1 : 0);
  define("PROCESSOR", gpu.is_processor ? 1 : 0);
  return code;
}

// Returns the pass of a block, whose mask stands for invalid pixels.
Pass without_invalid(Pass pass) {
  std::visit(
      [](auto& step) {
        if constexpr (requires { step.invalid; }) step.invalid.reset();
      },
      pass.step);
  pass.sentinel.reset();
  return pass;
}

DeviceView channels_from(DeviceView view, int first) {
  view.offset += first * view.shape.stride.channel;
  view.shape.channels = linear_channels;
  view.shape.alpha = false;
  return view;
}

class ChannelBlocks final : public Kernel {
 public:
  ChannelBlocks(const Pass& pass, planner::Decision decision, Device& device,
                ProgramSource& programs)
      : channels_(decision.problem.channels) {
    const Problem problem = decision.problem;
    const LinearPass linear(pass, problem, true);
    const bool holes = may_have_holes(linear.step, problem, pass.reads);
    border_ = linear.step.border;
    halo_ = {linear.step.radius_x, linear.step.radius_y};
    decision.problem = planner::channel_block(problem, holes);
    block_ = make_linear_kernel(true, without_invalid(pass), decision, device, programs, false);
    if (!holes) return;
    launch_height_ = decision.offer.tuning.as<LinearGpuTuning>().launch_height;
    arguments_ = linear_arguments(linear, pass, problem);
    validity_ = DeviceCode(
        [=, gpu = device.facts().gpu](bool) { return validity_code(pass, problem, gpu); },
        programs);
  }

  std::size_t scratch_bytes(int width, int height, int batch) const override {
    const std::size_t mask = validity_ ? checked_mul(width, height, batch) : 0;
    return checked_add(mask_place(width, height, batch), mask);
  }

  void enqueue(Stream& stream, const DeviceImages& images, Buffer* scratch, const Frame& frame,
               const Controls& controls) override {
    DeviceImages block = images;
    if (validity_) block.mask = enqueue_mask(stream, images, scratch, frame, controls);
    for (int first = 0; first < channels_; first += linear_channels) {
      const int channel = std::min(first, channels_ - linear_channels);
      block.image = channels_from(images.image, channel);
      block.output = channels_from(images.output, channel);
      block_->enqueue(stream, block, scratch, frame, controls);
    }
  }

 private:
  // Returns the bytes of scratch before the mask, which the blocks use.
  std::size_t mask_place(int width, int height, int batch) const {
    return block_->scratch_bytes(width, height, batch);
  }

  DeviceView enqueue_mask(Stream& stream, const DeviceImages& images, Buffer* scratch,
                          const Frame& frame, const Controls& controls) {
    const ConstImageView& image = images.image.shape;
    check_sizes(frame, image.batch);
    const std::size_t place = mask_place(image.width, image.height, image.batch);
    DeviceView mask{.buffer = scratch,
                    .offset = static_cast<std::ptrdiff_t>(place),
                    .shape = interleaved(static_cast<const void*>(nullptr), PixelType::u8,
                                         image.width, image.height)};
    mask.shape.batch = image.batch;
    mask.shape.stride.batch = mask.shape.stride.row * image.height;
    SelvageLinear a = arguments_;
    set_layouts(images, frame, a);
    a.out = layout_at(mask, frame.x, frame.y);
    const std::array<const Buffer*, 5> buffers{images.image.buffer, images.mask.buffer, nullptr,
                                               nullptr, scratch};
    run_in_rows(
        {.stream = stream, .controls = controls, .batch = image.batch, .height = launch_height_},
        validity_,
        {.width = validity_width, .height = validity_height, .argument_bytes = argument_bytes(1)},
        buffers, a, needed_rect(frame, border_, halo_));
    return mask;
  }

  int channels_;
  Border border_ = Border::clamp;
  Halo halo_;
  int launch_height_ = 1;
  SelvageLinear arguments_ = {};
  DeviceCode validity_;  // empty: all pixels are valid
  std::unique_ptr<Kernel> block_;
};

}  // namespace

std::unique_ptr<Kernel> make_channel_blocks(const Pass& pass, const planner::Decision& decision,
                                            Device& device, ProgramSource& programs) {
  return std::make_unique<ChannelBlocks>(pass, decision, device, programs);
}

}  // namespace selvage::gpu
