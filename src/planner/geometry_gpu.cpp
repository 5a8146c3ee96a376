// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "core/walk.hpp"
#include "planner/error_terms.hpp"
#include "planner/geometry.hpp"
#include "planner/gpu_tiles.hpp"

namespace selvage::planner {
namespace {

constexpr double walk_launch_seconds = 30e-6;  // enqueue, three launches, wait
// Radii up to which weights are arguments (SELVAGE_WALK_RADIUS), and output rows of a work-item; on
// processors as many as compile soon enough.
struct Tiled {
  int largest_radius;
  Tuning tuning;
};
constexpr Tiled on_gpu{15, {.group_width = 32, .group_height = 4, .group_rows = 8}};
constexpr Tiled on_processor{3, {.group_width = 64, .group_height = 4, .group_rows = 2}};

// Roundings of a flat sum that a part of it goes through, at most: the largest of sum_k S_k / S
// over all reaches, where S_k is the sum of the first k weights and S that of all.
double flat_additions(const std::vector<double>& weights) {
  const std::size_t r = weights.size() / 2;
  double most = 0.0;
  for (std::size_t first = 0; first <= r; ++first) {
    double sum = 0.0, sums = 0.0;
    for (std::size_t i = first; i < weights.size(); ++i) {
      sum += weights[i];
      sums += sum;
      if (i >= r) most = std::max(most, sums / sum);
    }
  }
  return most;
}

// Relative to the largest |sample|, in roundings, of both passes:
//   sums        see flat_additions
//   weights     1: the mean of |x - mean| by their shares is at most the range / 2
//   reciprocal  1, and 1 of the product with it
double tile_error(const Problem& p) {
  const WalkWeights weights = walk_weights(walk_filter(p));
  return (flat_additions(weights.row) + flat_additions(weights.column) + 2.0 * 4.0) * ulp;
}

// The same where taps are walked: 8 of a piece, 2 of Kahan's sum, 1 of the weights, 2 of their
// total, 5 of the quotient (OpenCL divides within 2.5 ulp).
constexpr double walking_error = 2.0 * 18.0 * ulp;

const Tiled& tiled_on(const GpuFacts& gpu) {
  return gpu.is_processor ? on_processor : on_gpu;
}

bool is_tiled(const Problem& p, const GpuFacts& gpu) {
  const Tiled& tiled = tiled_on(gpu);
  const int radius = walk_filter(p).radius;
  return radius <= tiled.largest_radius &&
         walk_tile_bytes(walked_channels(p), radius, tiled.tuning) <= gpu.local_bytes &&
         tile_error(p) <= exact_error(p.type);
}

std::size_t pixel_bytes(const ConstImageView& port) {
  return port.width > 0 ? sample_bytes(port.type) * static_cast<std::size_t>(port.channels) : 0;
}

PixelBytes bytes_of_pixel(const Problem& p) {
  const std::size_t image = sample_bytes(p.type) * static_cast<std::size_t>(p.channels);
  return {.in = image + pixel_bytes(p.shapes.normals) + pixel_bytes(p.shapes.depth),
          .out = image + 1};
}

// What comes, goes, and lies between.
std::size_t walked_tile_bytes(const Problem& p, const Tuning& tuning) {
  const TileSides tile = with_halo(p, tuning);
  const WalkScratch scratch(walked_channels(p), static_cast<int>(tile.width),
                            static_cast<int>(tile.height), 1);
  return checked_add(tile_device_bytes(p, bytes_of_pixel(p), tuning), scratch.total);
}

// Of the three kernels: instructions over issue slots, fitted to docs/journal/0023.
double walk_pixel_seconds(const Problem& p, const GpuFacts& gpu) {
  const double taps = 2.0 * (2.0 * walk_filter(p).radius + 1.0);
  const double channels = walked_channels(p);
  if (gpu.is_processor) return (50e-9 + taps * (2.0 + channels) * 1.5e-9) / gpu.compute_units;
  const double slots = 128.0 * gpu.compute_units * gpu.clock_mhz * 1e6;
  if (is_tiled(p, gpu)) return (250.0 + taps * (1.0 + 1.5 * channels)) / (0.45 * slots);
  return (250.0 + taps * (4.0 + 2.0 * channels)) / (0.3 * slots);
}

}  // namespace

std::string gpu_walk_unsupported(const Problem& p, const DeviceFacts& facts) {
  if (!facts.gpu.real64)
    return "discontinuities are decided in double precision, which the device has not";
  if (facts.gpu.largest_group < 256) return "its work-groups are larger than the device's";
  if (!fits_single(walk_weights(walk_filter(p))))
    return "its weights are too far apart for single precision";
  return {};
}

Tuning gpu_walk_tuning(const Problem& p, const DeviceFacts& facts) {
  Tuning tuning = tiled_on(facts.gpu).tuning;
  if (!is_tiled(p, facts.gpu)) tuning.group_rows = 1;
  cut_tiles(
      p, facts.gpu, checked_mul(bytes_of_pixel(p).in, p.width),
      [&](const Tuning& t) { return walked_tile_bytes(p, t); }, tuning);
  tuning.launch_height =
      launch_rows(walk_pixel_seconds(p, facts.gpu) * tuning.tile_width * std::max(p.batch, 1));
  return tuning;
}

double gpu_walk_error(const Problem& p, const DeviceFacts& facts) {
  return is_tiled(p, facts.gpu) ? tile_error(p) : walking_error;
}

double gpu_walk_seconds(const Problem& p, const DeviceFacts& facts) {
  const double pixels = double{1} * p.width * p.height * p.batch;
  return walk_launch_seconds + pixels * walk_pixel_seconds(p, facts.gpu) +
         copy_seconds(p, facts.gpu, bytes_of_pixel(p));
}

ScratchBytes gpu_walk_scratch(const Problem& p, const DeviceFacts& facts) {
  const Tuning tuning = gpu_walk_tuning(p, facts);
  return {.host = tile_scratch(p, bytes_of_pixel(p), tuning).host,
          .device = checked_mul(2, walked_tile_bytes(p, tuning))};
}

}  // namespace selvage::planner
