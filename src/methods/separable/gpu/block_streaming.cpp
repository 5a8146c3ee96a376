// SPDX-License-Identifier: Apache-2.0
#include "methods/separable/gpu/block_streaming.hpp"

#include <algorithm>
#include <array>

#include "core/checked.hpp"
#include "methods/convolution/gpu_linear.hpp"
#include "methods/convolution/row_streaming.hpp"

namespace selvage::gpu {
namespace {

using planner::linear_channels;

// Returns the problem of a block of which `units` of a pixel are side by side.
Problem streamed_block(const Problem& problem, int units) {
  Problem block = planner::channel_block(problem, false);
  block.channels = units * linear_channels;
  return block;
}

LinearPass streamed_pass(const Pass& pass, const Problem& block) {
  LinearPass linear(pass, block, true);
  linear.in_blocks = true;
  return linear;
}

// Returns whether the units of pixels from column x on are whole and aligned. Buffers are.
bool has_aligned_units(const DeviceView& view, const SelvageLayout& layout, int x) {
  const i64 sample = static_cast<i64>(sample_bytes(view.shape.type)),
            unit = linear_channels * sample;
  return view.shape.channels % linear_channels == 0 && layout.channel == sample &&
         (layout.offset + i64{x} * layout.pixel) % unit == 0 && layout.pixel % unit == 0 &&
         layout.row % unit == 0 && layout.batch % unit == 0;
}

}  // namespace

BlockStreaming::BlockStreaming(const Pass& pass, const Problem& problem,
                               const LinearGpuTuning& tuning, Device& device,
                               ProgramSource& programs)
    : channels_(problem.channels), tuning_(tuning) {
  const Problem block = streamed_block(problem, 1);
  const LinearPass linear = streamed_pass(pass, block);
  radius_x_ = linear.step.radius_x;
  radius_y_ = linear.step.radius_y;
  arguments_ = linear_arguments(linear, pass, block);
  argument_bytes_ = argument_bytes(weights_in_arguments(linear, true));
  code_ = DeviceCode(
      [=, gpu = device.facts().gpu](bool dense) {
        const Problem part = streamed_block(problem, dense ? tuning.streaming.units_of_pixel : 1);
        return linear_code(tuning.streaming.ring ? "separable_ring" : "row_streaming",
                           streamed_pass(pass, part), pass, part, tuning, gpu, dense);
      },
      programs, problem.channels % linear_channels == 0);
}

bool BlockStreaming::serves(const Frame& frame) const {
  return code_ && frame.width > radius_x_ && frame.height > radius_y_;
}

std::size_t BlockStreaming::flag_bytes(int width, int height) const {
  return code_ ? streaming_flag_bytes(tuning_.streaming, channels_, width, height) : 0;
}

SelvageLinear BlockStreaming::enqueue(Stream& stream, const DeviceImages& images,
                                      const Buffer* scratch, std::size_t place, const Frame& frame,
                                      const Controls& controls) {
  const Rect& rect = frame.compute;
  SelvageLinear a = arguments_;
  set_layouts(images, frame, a);
  const bool dense = has_aligned_units(images.image, a.in, rect.x) &&
                     has_aligned_units(images.output, a.out, rect.x);
  const RowStreaming& s = tuning_.streaming;
  const int columns = streaming_pixel_columns(units_of(dense), rect.width);
  a.channels = channels_;
  a.blocks = streaming_blocks(units_of(dense), channels_);
  a.flag_pixels = streaming_width / units_of(dense);
  const int rows_of_items = columns * a.blocks, across = groups(rows_of_items, streaming_across(s));
  const int batch = images.image.shape.batch;
  a.rows =
      streaming_rows(s, radius_y_, across * batch, std::min(rect.height, tuning_.launch_height));
  a.left = rect.x;
  a.first_row = rect.y;
  a.flag_rows = groups(rect.height, a.rows);
  a.between = {.offset = static_cast<i64>(place),
               .batch = i64{rows_of_items} * a.flag_rows,
               .channel = 1,
               .row = rows_of_items,
               .pixel = a.blocks};
  const std::array<const Buffer*, 5> buffers{images.image.buffer, nullptr, scratch, nullptr,
                                             images.output.buffer};
  run_in_rows({.stream = stream,
               .controls = controls,
               .batch = batch,
               .dense = dense,
               .height = tuning_.launch_height},
              code_,
              {.width = streaming_width,
               .height = s.height,
               .local_bytes = s.local_bytes,
               .columns = across,
               .down = a.rows,
               .argument_bytes = argument_bytes_},
              buffers, a, rect);
  return a;
}

}  // namespace selvage::gpu
