// SPDX-License-Identifier: Apache-2.0
// If the image is read once, all blocks of channels are computed in one launch: by row streaming,
// which takes all pixels for valid, or from tiles. Where samples may be NaN or infinite, a mask of
// all channels and tiles follow for the pixels whose sums were. Otherwise one block is computed
// after another, each as an image of its own, whose pixels are further apart.
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
#include "methods/convolution/blocked_tile.hpp"
#include "methods/convolution/gpu/linear_code.hpp"
#include "methods/convolution/gpu/linear_kernel.hpp"
#include "methods/convolution/gpu_linear.hpp"
#include "methods/separable/gpu/block_streaming.hpp"

namespace selvage::gpu {
namespace {

using planner::linear_channels, planner::validity_width;

constexpr int flagged_groups = 4;  // of a tile with flags, which share its blocks of channels

constexpr int validity_height = 16;  // pixels of a group of channel_validity.cl

// `tile`: the groups that read the mask.
Code validity_code(const Pass& pass, const Problem& problem, const WorkGroup& tile,
                   const GpuFacts& gpu) {
  Code code{.function = "channel_validity", .source = {}, .options = {"-DSTRUCT=SelvageLinear"}};
  for (const auto file : {"dialect.h", "arguments.h", "linear_arguments.h", "samples.h",
                          "channel_blocks.h", "channel_validity.cl"})
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
  define("GROUP_HEIGHT", planner::validity_rows(gpu));
  define("HEIGHT", validity_height);
  define("TILE_WIDTH", tile.width);
  define("TILE_HEIGHT", tile.height * tile.rows);
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
      : channels_(decision.problem.channels),
        validity_rows_(planner::validity_rows(device.facts().gpu)),
        tuning_(decision.offer.tuning.as<LinearGpuTuning>()),
        shape_(LinearPass(pass, decision.problem, true).step,
               planner::channel_block(decision.problem, true)) {
    const Problem problem = decision.problem;
    const LinearPass linear(pass, problem, true);
    const bool holes = may_have_holes(linear.step, problem, pass.reads);
    const Pass block_pass = without_invalid(pass);
    border_ = linear.step.border;
    decision.problem = planner::channel_block(problem, holes);
    if (tuning_.once)
      make_tiles(block_pass, decision.problem, device, programs);
    else
      block_ = make_linear_kernel(true, block_pass, decision, device, programs, false);
    if (tuning_.streaming.units_of_pixel > 0 && pass.reads == pass.writes)
      streaming_ = BlockStreaming(block_pass, problem, tuning_, device, programs);
    if (!holes) return;
    validity_arguments_ = linear_arguments(linear, pass, problem);
    validity_ = DeviceCode([=, tile = tuning_.group, gpu = device.facts().gpu](
                               bool) { return validity_code(pass, problem, tile, gpu); },
                           programs);
  }

  std::size_t scratch_bytes(int width, int height, int batch) const override {
    if (!validity_) return mask_place(width, height, batch);
    const std::size_t flags = checked_mul(streaming_.flag_bytes(width, height), batch);
    return checked_add(flags_place(width, height, batch), flags);
  }

  void enqueue(Stream& stream, const DeviceImages& images, Buffer* scratch, const Frame& frame,
               const Controls& controls) override {
    check_sizes(frame, images.image.shape.batch);
    const ConstImageView& image = images.image.shape;
    const Run run{stream, images, scratch, frame, controls};
    SelvageLinear flags{};  // none
    if (streaming_.serves(frame)) {
      const std::size_t place = flags_place(image.width, image.height, image.batch);
      flags = streaming_.enqueue(stream, images, scratch, place, frame, controls);
      if (!validity_) return;
    }
    DeviceImages valid = images;
    if (validity_) valid.mask = enqueue_mask(run, flags);
    if (tuning_.once)
      enqueue_tiles(run, valid.mask, flags);
    else
      enqueue_blocks(run, valid);
  }

 private:
  struct Run {
    Stream& stream;
    const DeviceImages& images;
    Buffer* scratch;
    const Frame& frame;
    const Controls& controls;

    Launches launches(int height) const {
      return {.stream = stream,
              .controls = controls,
              .batch = images.image.shape.batch,
              .dense = false,
              .height = height};
    }
  };

  void make_tiles(const Pass& pass, const Problem& block, Device& device, ProgramSource& programs) {
    LinearPass linear(pass, block, true);
    linear.in_blocks = true;
    tile_arguments_ = linear_arguments(linear, pass, block);
    tile_argument_bytes_ = argument_bytes(weights_in_arguments(linear, true));
    tiles_ = DeviceCode(
        [=, tuning = tuning_, gpu = device.facts().gpu](bool dense) {
          return linear_code("blocked_tile", linear, pass, block, tuning, gpu, dense);
        },
        programs, false);
    const std::vector<float> weights = linear_weights(linear);
    weights_ = uploaded(device, std::as_bytes(std::span(weights)));
  }

  // Returns the bytes of scratch before the mask, which the blocks use.
  std::size_t mask_place(int width, int height, int batch) const {
    return block_ ? block_->scratch_bytes(width, height, batch) : 0;
  }

  std::size_t flags_place(int width, int height, int batch) const {
    return checked_add(mask_place(width, height, batch), checked_mul(width, height, batch));
  }

  // `flags`: arguments with the layout of flags, or without rows. Pixels that no tile with a flag
  // reads are left out.
  DeviceView enqueue_mask(const Run& run, const SelvageLinear& flags) {
    const ConstImageView& image = run.images.image.shape;
    const std::size_t place = mask_place(image.width, image.height, image.batch);
    DeviceView mask{.buffer = run.scratch,
                    .offset = static_cast<std::ptrdiff_t>(place),
                    .shape = interleaved(static_cast<const void*>(nullptr), PixelType::u8,
                                         image.width, image.height)};
    mask.shape.batch = image.batch;
    mask.shape.stride.batch = mask.shape.stride.row * image.height;
    SelvageLinear a = validity_arguments_;
    set_layouts(run.images, run.frame, a);
    a.out = layout_at(mask, run.frame.x, run.frame.y);
    if (border_ != Border::wrap) set_flags(flags, a);  // whose tiles read pixels far away
    const std::array<const Buffer*, 5> buffers{run.images.image.buffer, run.images.mask.buffer,
                                               run.scratch, nullptr, run.scratch};
    run_in_rows(run.launches(tuning_.launch_height), validity_,
                {.width = validity_width,
                 .height = validity_rows_,
                 .local_bytes = sizeof(int) * (2 * validity_width * validity_height + 1),
                 .down = validity_height,
                 .argument_bytes = argument_bytes(1)},
                buffers, a, needed_rect(run.frame, border_, {shape_.radius_x, shape_.radius_y}));
    return mask;
  }

  // Computes all tiles, or those with flags.
  void enqueue_tiles(const Run& run, const DeviceView& mask, const SelvageLinear& flags) {
    DeviceImages images = run.images;
    images.mask = mask;
    SelvageLinear a = tile_arguments_;
    set_layouts(images, run.frame, a);
    set_flags(flags, a);
    a.channels = channels_;
    a.blocks = groups(channels_, linear_channels);
    // Few groups are needed where most of them find no flag.
    if (flags.rows > 0) a.blocks = std::min(a.blocks, flagged_groups);
    const std::array<const Buffer*, 5> buffers{images.image.buffer, mask.buffer, run.scratch,
                                               weights_.get(), images.output.buffer};
    const WorkGroup& group = tuning_.group;
    run_in_rows(run.launches(tuning_.launch_height), tiles_,
                {.width = group.width,
                 .height = group.height,
                 .rows = group.rows,
                 .local_bytes = shape_.tile_bytes(group),
                 .columns = groups(run.frame.compute.width, group.width) * a.blocks,
                 .argument_bytes = tile_argument_bytes_},
                buffers, a, run.frame.compute);
  }

  // Computes one block after another.
  void enqueue_blocks(const Run& run, const DeviceImages& images) {
    DeviceImages block = images;
    for (int first = 0; first < channels_; first += linear_channels) {
      const int channel = std::min(first, channels_ - linear_channels);
      block.image = channels_from(images.image, channel);
      block.output = channels_from(images.output, channel);
      block_->enqueue(run.stream, block, run.scratch, run.frame, run.controls);
    }
  }

  static void set_flags(const SelvageLinear& flags, SelvageLinear& a) {
    a.between = flags.between;
    a.left = flags.left;
    a.first_row = flags.first_row;
    a.rows = flags.rows;
    a.flag_pixels = flags.flag_pixels;
    a.flag_rows = flags.flag_rows;
  }

  int channels_, validity_rows_;
  LinearGpuTuning tuning_;
  BlockedTile shape_;
  Border border_ = Border::clamp;
  BlockStreaming streaming_;
  SelvageLinear tile_arguments_ = {}, validity_arguments_ = {};
  std::size_t tile_argument_bytes_ = 0;
  DeviceCode tiles_;
  DeviceCode validity_;  // empty: all pixels are valid
  std::unique_ptr<Buffer> weights_;
  std::unique_ptr<Kernel> block_;  // without tiles
};

}  // namespace

std::unique_ptr<Kernel> make_channel_blocks(const Pass& pass, const planner::Decision& decision,
                                            Device& device, ProgramSource& programs) {
  return std::make_unique<ChannelBlocks>(pass, decision, device, programs);
}

}  // namespace selvage::gpu
