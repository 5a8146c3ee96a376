// SPDX-License-Identifier: Apache-2.0
#include "planner/gpu_strips.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/gpu_strip.hpp"
#include "core/gpu_tensor.hpp"
#include "planner/direct_steps.hpp"
#include "planner/gpu_tiles.hpp"
#include "planner/line_plans.hpp"

namespace selvage::planner {
namespace {

constexpr double strip_launch_seconds = 20e-6;  // enqueue, launch, wait

std::size_t samples_bytes(PixelType type, int samples) {
  return sample_bytes(type) * static_cast<std::size_t>(samples);
}

// Between: images between iterations, and the rows' sums.
PixelBytes pixel_bytes(const Problem& p, const StripWork& work) {
  const auto images = static_cast<std::size_t>(std::min(step_count(p) - 1, 2));
  const bool rows = work.step.lines && !work.once;
  return {.in = samples_bytes(p.type, p.channels) + (p.mask ? 1 : 0),
          .out = samples_bytes(p.type, result_channels(p)),
          .between = images * samples_bytes(PixelType::f32, p.channels) +
                     (rows ? samples_bytes(PixelType::f32, result_channels(p)) : 0)};
}

// Of the kernels, for each pixel: instructions over the issue slots of the device, or bytes over
// the 16 that a unit's share of device memory moves in a clock.
double strip_pixel_seconds(const Problem& p, const GpuFacts& gpu, const StripWork& work) {
  const double samples = result_channels(p) * step_count(p);
  if (gpu.is_processor) return samples * (20.0 + work.instructions) * 0.4e-9 / gpu.compute_units;
  const double clocks = 1e6 * gpu.clock_mhz * gpu.compute_units;
  const double lanes = gpu.byte_simd ? 128.0 : 64.0;
  const PixelBytes pixel = pixel_bytes(p, work);
  const auto bytes = static_cast<double>(pixel.in + pixel.out + 2 * pixel.between);
  const double issue = samples * work.instructions / (0.8 * lanes * clocks);
  return std::max(issue, bytes / (0.8 * 16.0 * clocks));
}

// Local memory of a group; nothing where a matrix is read straight from the image.
std::size_t local_bytes(const Problem& p, const StripWork& work, const Tuning& tuning) {
  if (work.products) return TensorShape(work.step, p.channels).local_bytes(false);
  const StripShape shape(work.step, p);
  if (work.once) return shape.tile_bytes(tuning);
  return work.step.lines ? shape.line_bytes(tuning) : 0;
}

}  // namespace

std::string strip_unsupported(const Problem& p, const GpuFacts& gpu, const StripWork& work,
                              const Tuning& tuning) {
  constexpr int largest_row = 1 << 30;  // samples
  if (std::string why = extreme_weights(work.step); !why.empty()) return why;
  if (std::max(p.width, p.whole_width) > largest_row / p.channels)
    return fmt::format("rows have more than {} samples", largest_row);
  if (tuning.group_width * tuning.group_height > gpu.largest_group)
    return "its work-groups are larger than the device's";
  if (local_bytes(p, work, tuning) > gpu.local_bytes)
    return "the tile does not fit into the device's local memory";
  return {};
}

// Tall strips where radii are large, since a strip's first 2 radius_y rows are for its sums alone;
// 64 rows of a group keep the tile's halo small.
Tuning strip_tuning(const Problem& p, const GpuFacts& gpu, const StripWork& work) {
  Tuning tuning;
  tuning.sums = work.once ? Sums::flat : Sums::pieces;
  tuning.group_width = strip_group_width(result_channels(p), 32);
  if (work.products) {
    tuning.group_width = TensorShape::items;
    tuning.group_height = TensorShape::teams;
    tuning.group_rows = TensorShape::block;
  } else if (work.once) {
    tuning.group_rows = work.step.radius_y > 2 ? 32 : 16;
    tuning.group_height = 64 / tuning.group_rows;
  } else {
    tuning.group_rows = gpu.is_processor ? 2 : work.step.lines ? 4 : 8;
    tuning.group_height = gpu.is_processor ? 2 : 8;
  }
  if (!work.products) shrink_groups(tuning, gpu);  // its groups are fixed
  const auto fits = [&] { return local_bytes(p, work, tuning) <= gpu.local_bytes; };
  while (!fits() && tuning.group_height > 1) tuning.group_height /= 2;
  while (!fits() && tuning.group_rows > 4) tuning.group_rows /= 2;
  const PixelBytes pixel = pixel_bytes(p, work);
  cut_tiles(
      p, gpu, checked_mul(pixel.in, p.width),
      [&](const Tuning& t) { return tile_device_bytes(p, pixel, t); }, tuning);
  tuning.launch_height =
      launch_rows(strip_pixel_seconds(p, gpu, work) * tuning.tile_width * std::max(p.batch, 1));
  return tuning;
}

double strip_seconds(const Problem& p, const GpuFacts& gpu, const StripWork& work) {
  const double pixels = 1.0 * p.width * p.height * p.batch;
  return (strip_launch_seconds + work.idle_seconds) * step_count(p) +
         pixels * strip_pixel_seconds(p, gpu, work) + copy_seconds(p, gpu, pixel_bytes(p, work));
}

ScratchBytes strip_scratch(const Problem& p, const StripWork& work, const Tuning& tuning) {
  return tile_scratch(p, pixel_bytes(p, work), tuning);
}

}  // namespace selvage::planner
