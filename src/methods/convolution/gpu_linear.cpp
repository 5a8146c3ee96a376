// SPDX-License-Identifier: Apache-2.0
#include "methods/convolution/gpu_linear.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "filters/mean_passes.hpp"
#include "methods/convolution/blocked_tile.hpp"
#include "methods/convolution/linear_plans.hpp"
#include "methods/convolution/row_streaming.hpp"
#include "planner/gpu_tiles.hpp"

namespace selvage::planner {
namespace {

constexpr double linear_launch_seconds = 20e-6;           // enqueue, launch, wait
constexpr double processor_instruction_seconds = 0.4e-9;  // a core under PoCL; ranks kernels there
constexpr double reached = 0.8;  // part of the peak rates that kernels reach (docs/journal/0026)

std::size_t samples_bytes(PixelType type, int samples) {
  return sample_bytes(type) * static_cast<std::size_t>(samples);
}

int linear_blocks(const Problem& p) {
  return (p.channels + linear_channels - 1) / linear_channels;
}

// Whether all blocks of channels are computed in one launch.
bool at_once(const Problem& p, const LinearWork& work) {
  return p.channels <= linear_channels || work.once;
}

// Whether a pass has a mask of all channels.
bool masks_blocks(const Problem& p, const LinearWork& work) {
  return p.channels > linear_channels && may_have_holes(work.step, p, linear_type(p));
}

// Returns how blocks of channels are streamed, if they are.
RowStreaming streamed_blocks(const Problem& p, const GpuFacts& gpu, const LinearWork& work) {
  if (p.channels <= linear_channels || !work.once) return {};
  return block_streaming(work.step, linear_type(p), p, gpu);
}

// Launches of a pass that are waited for: those of blocks that follow one another; or one of all
// blocks. Where there may be holes, it is the tiles', after one that makes the mask; if blocks are
// streamed, both follow that launch.
int launches(const Problem& p, const GpuFacts& gpu, const LinearWork& work) {
  if (p.channels <= linear_channels) return 1;
  if (!work.once) return linear_blocks(p);
  if (!masks_blocks(p, work)) return 1;
  return streamed_blocks(p, gpu, work) ? 3 : 2;
}

// `between` counts the images between iterations, the rows' sums of a block of channels, and the
// mask of blocks.
PixelBytes pixel_bytes(const Problem& p, const LinearWork& work) {
  const auto images = static_cast<std::size_t>(std::min(step_count(p) - 1, 2));
  const bool rows = work.step.separable && !work.once;
  const Problem block = channel_block(p, true);
  return {.in = samples_bytes(p.type, p.channels) + (p.mask ? 1 : 0),
          .out = samples_bytes(p.type, result_channels(p)),
          .between = images * samples_bytes(PixelType::f32, p.channels) +
                     (rows ? samples_bytes(PixelType::f32, result_channels(block)) : 0) +
                     (masks_blocks(p, work) ? 1 : 0)};
}

// Returns the bytes of the flags of a tile's streamed blocks.
std::size_t flag_bytes(const Problem& p, const GpuFacts& gpu, const LinearWork& work,
                       const Tile& tile) {
  const RowStreaming streaming = streamed_blocks(p, gpu, work);
  if (!streaming || !masks_blocks(p, work)) return 0;
  const TileSides sides = with_halo(p, tile);
  return checked_mul(slices_held(p, tile),
                     streaming_flag_bytes(streaming, p.channels, static_cast<int>(sides.width),
                                          static_cast<int>(sides.height)));
}

// Returns the kernels' time per pixel: instructions over the issue slots of the device, or bytes
// over the 16 that a multiprocessor's share of device memory delivers per clock.
double linear_pixel_seconds(const Problem& p, const GpuFacts& gpu, const LinearWork& work) {
  const double samples = result_channels(p) * step_count(p);
  if (gpu.is_processor)
    return samples * (20.0 + work.instructions) * processor_instruction_seconds / gpu.compute_units;
  const double clocks = 1e6 * gpu.clock_mhz * gpu.compute_units;
  const PixelBytes pixel = pixel_bytes(p, work);
  auto bytes = static_cast<double>(pixel.in + pixel.out + 2 * pixel.between);
  if (p.channels > linear_channels && !streamed_blocks(p, gpu, work)) {
    // A block moves the sectors that have its samples.
    constexpr std::size_t sector = 32;
    const std::size_t between = pixel_bytes(channel_block(p, true), work).between + 1;
    // Those of blocks that are computed at once come from the second-level cache, twice as fast.
    const double moved = static_cast<double>(std::min(pixel.in, sector) +
                                             std::min(pixel.out, sector) + 2 * between) *
                         linear_blocks(p);
    bytes = work.once ? std::max(bytes, 0.5 * moved) : moved;
  }
  const double issue = samples * work.instructions / (reached * instructions_per_second(gpu));
  return std::max(issue, bytes / (reached * 16.0 * clocks));
}

}  // namespace

Problem channel_block(const Problem& p, bool holes) {
  if (p.channels <= linear_channels) return p;
  Problem block = p;
  block.channels = linear_channels;
  block.alpha = false;
  block.mask = holes;
  return block;
}

int validity_rows(const GpuFacts& gpu) {
  constexpr int most = 8;
  return std::min(most, gpu.largest_group / validity_width);
}

// Passes that read another type than they write are not streamed.
PixelType linear_type(const Problem& p) {
  return step_count(p) > 1 ? PixelType::f32 : p.type;
}

std::size_t linear_local_bytes(const Problem& p, const LinearWork& work, const WorkGroup& group) {
  const BlockedTile shape(work.step, channel_block(p, true));
  if (work.once) return shape.tile_bytes(group);
  return work.step.separable ? shape.line_bytes(group) : 0;
}

std::string linear_unsupported(const Problem& p, const GpuFacts& gpu, const LinearWork& work,
                               const WorkGroup& group, std::size_t local_bytes) {
  constexpr int largest_row = 1 << 30;  // samples
  if (std::string why = extreme_weights(work.step); !why.empty()) return why;
  if (std::max(p.width, p.whole_width) > largest_row / p.channels)
    return fmt::format("rows have more than {} samples", largest_row);
  if (group.width * group.height > gpu.largest_group)
    return "the device's work-groups are too small";
  if (masks_blocks(p, work) && validity_rows(gpu) < 1)
    return fmt::format("masks of more than {} channels need work-groups of {}", linear_channels,
                       validity_width);
  if (local_bytes > gpu.local_bytes) return "the tile does not fit into the device's local memory";
  return {};
}

Tile linear_tile(const Problem& p, const GpuFacts& gpu, const LinearWork& work) {
  const PixelBytes pixel = pixel_bytes(p, work);
  return cut_tiles(p, gpu, checked_mul(pixel.in, p.width), [&](const Tile& t) {
    return checked_add(tile_device_bytes(p, pixel, t), flag_bytes(p, gpu, work, t));
  });
}

int linear_launch_height(const Problem& p, const GpuFacts& gpu, const LinearWork& work,
                         const Tile& tile) {
  const double pixel = linear_pixel_seconds(p, gpu, work) /
                       (at_once(p, work) ? 1 : linear_blocks(p));  // of a launch
  return launch_rows(pixel * tile.width * std::max(p.batch, 1));
}

// Tall groups suit large radii, since the first 2 radius_y rows of a group only fill its sums. 64
// rows keep the halo of a tile small.
LinearGpuTuning linear_tuning(const Problem& p, const GpuFacts& gpu, const LinearWork& work) {
  LinearGpuTuning tuning{.once = work.once};
  WorkGroup& group = tuning.group;
  group.width = blocked_group_width(result_channels(channel_block(p, true)), 32);
  if (work.once) {
    group.rows = work.step.radius_y > 2 ? 32 : 16;
    group.height = 64 / group.rows;
  } else {
    group.rows = gpu.is_processor ? 2 : work.step.separable ? 4 : 8;
    group.height = gpu.is_processor ? 2 : 8;
  }
  shrink_group(group, gpu);
  const auto fits = [&] { return linear_local_bytes(p, work, group) <= gpu.local_bytes; };
  while (!fits() && group.height > 1) group.height /= 2;
  while (!fits() && group.rows > 4) group.rows /= 2;
  tuning.tile = linear_tile(p, gpu, work);
  tuning.launch_height = linear_launch_height(p, gpu, work, tuning.tile);
  if (work.once && p.channels > linear_channels) {
    tuning.streaming = streamed_blocks(p, gpu, work);
  } else if (work.once) {
    RowStreaming& streaming = tuning.streaming;
    streaming = row_streaming(work.step, linear_type(p), p, gpu);
    if (streaming)
      streaming.rows =
          streaming_rows(streaming, work.step.radius_y,
                         streaming_columns(streaming, tuning.tile.width * result_channels(p)) *
                             std::max(p.batch, 1),
                         std::min(tuning.tile.height, tuning.launch_height));
  }
  return tuning;
}

double linear_seconds(const Problem& p, const GpuFacts& gpu, const LinearWork& work) {
  const double pixels = 1.0 * p.width * p.height * p.batch;
  return run_seconds(
      gpu, transfer_of(p, pixel_bytes(p, work), linear_tile(p, gpu, work)),
      (linear_launch_seconds + work.idle_seconds) * step_count(p) * launches(p, gpu, work) +
          pixels * linear_pixel_seconds(p, gpu, work));
}

ScratchBytes linear_scratch(const Problem& p, const GpuFacts& gpu, const LinearWork& work,
                            const Tile& tile) {
  ScratchBytes scratch = tile_scratch(p, pixel_bytes(p, work), tile);
  const std::size_t flags = checked_mul(slot_count(p, tile), flag_bytes(p, gpu, work, tile));
  scratch.device = checked_add(scratch.device, flags);
  return scratch;
}

Answer linear_offer(const Problem& p, const GpuFacts& gpu, const LinearWork& work, double error) {
  const LinearGpuTuning tuning = linear_tuning(p, gpu, work);
  const std::size_t local = linear_local_bytes(p, work, tuning.group);
  if (std::string why = linear_unsupported(p, gpu, work, tuning.group, local); !why.empty())
    return Refusal{why};
  return Offer{.error = error,
               .seconds = linear_seconds(p, gpu, work),
               .scratch = linear_scratch(p, gpu, work, tuning.tile),
               .passes = linear_passes(p),
               .tuning = tuning};
}

}  // namespace selvage::planner
