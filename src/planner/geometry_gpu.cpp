// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "core/walk.hpp"
#include "planner/error_terms.hpp"
#include "planner/geometry.hpp"

namespace selvage::planner {
namespace {

constexpr double host_copy = 8e9;              // bytes a second, to and from pinned memory
constexpr double launch_seconds = 30e-6;       // enqueue, three launches, wait
constexpr double longest_launch = 0.05;        // seconds
constexpr std::size_t tile_target = 8u << 20;  // bytes of a tile's input that hide a copy's latency
// Radii up to which weights are arguments (SELVAGE_WALK_RADIUS), and output rows of a work-item; on
// processors as many as compile soon enough.
struct Tiled {
  int largest_radius;
  Tuning tuning;
};
constexpr Tiled on_gpu{15, {.group_width = 64, .group_height = 4, .group_rows = 8}};
constexpr Tiled on_processor{3, {.group_width = 64, .group_height = 4, .group_rows = 2}};

const GeometryGuided& filter_of(const Problem& p) {
  return std::get<GeometryGuided>(p.filter);
}

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
  const WalkWeights weights = walk_weights(filter_of(p));
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
  const int radius = filter_of(p).radius;
  return radius <= tiled.largest_radius &&
         walk_tile_bytes(walked_channels(p), radius, tiled.tuning) <= gpu.local_bytes &&
         tile_error(p) <= exact_error(p.type);
}

std::size_t pixel_bytes(const ConstImageView& port) {
  return port.width > 0 ? sample_bytes(port.type) * static_cast<std::size_t>(port.channels) : 0;
}

std::size_t input_bytes(const Problem& p) {
  return sample_bytes(p.type) * static_cast<std::size_t>(p.channels) +
         pixel_bytes(p.shapes.normals) + pixel_bytes(p.shapes.depth);
}

std::size_t output_bytes(const Problem& p) {
  return sample_bytes(p.type) * static_cast<std::size_t>(p.channels) + 1;
}

// A tile's side with its halo, which ends where the image does.
int with_halo(const Problem& p, int side, int whole) {
  const int around = side + 2 * walk_halo(filter_of(p));
  return whole > 0 ? std::min(around, whole) : around;
}

std::size_t tile_pixels(const Problem& p, const Tuning& tuning) {
  return checked_mul(with_halo(p, tuning.tile_width, p.whole_width),
                     with_halo(p, tuning.tile_height, p.whole_height));
}

// What comes, goes, and lies between.
std::size_t tile_device_bytes(const Problem& p, const Tuning& tuning) {
  const WalkScratch scratch(walked_channels(p), with_halo(p, tuning.tile_width, p.whole_width),
                            with_halo(p, tuning.tile_height, p.whole_height), 1);
  return checked_add(checked_mul(tile_pixels(p, tuning), input_bytes(p) + output_bytes(p)),
                     scratch.total);
}

// Two tiles are on the device at a time; see cut_tiles of gpu_means.cpp.
void cut_tiles(const Problem& p, const GpuFacts& gpu, Tuning& tuning) {
  const int halo = walk_halo(filter_of(p));
  const int least = std::max(64, std::min(16 * halo, p.height));
  const std::size_t row = std::max<std::size_t>(checked_mul(input_bytes(p), p.width), 1);
  const auto target = static_cast<int>(std::min<std::size_t>(tile_target / row + 1, 1u << 20));
  tuning.tile_width = p.width;
  tuning.tile_height = std::min(p.height, std::max(least, target));
  const auto fits = [&] {
    const std::size_t bytes = tile_device_bytes(p, tuning);
    const bool all = gpu.memory_bytes == 0 || 2 * bytes <= gpu.memory_bytes;
    return all && (gpu.largest_buffer_bytes == 0 || bytes <= gpu.largest_buffer_bytes);
  };
  const int smallest = std::max(halo / 4, 1);
  while (!fits() && std::max(tuning.tile_width, tuning.tile_height) > smallest) {
    int& side = tuning.tile_height >= tuning.tile_width ? tuning.tile_height : tuning.tile_width;
    side = (side + 1) / 2;
  }
}

// Of the three kernels: instructions over issue slots, fitted to docs/journal/0009.
double pixel_seconds(const Problem& p, const GpuFacts& gpu) {
  const double taps = 2.0 * (2.0 * filter_of(p).radius + 1.0);
  const double channels = walked_channels(p);
  if (gpu.is_processor) return (50e-9 + taps * (2.0 + channels) * 1.5e-9) / gpu.compute_units;
  const double slots = 128.0 * gpu.compute_units * gpu.clock_mhz * 1e6;
  const double tap = is_tiled(p, gpu) ? 1.0 + 1.5 * channels : 4.0 + 2.0 * channels;
  return (250.0 + taps * tap) / (0.35 * slots);
}

}  // namespace

std::string gpu_walk_unsupported(const Problem& p, const DeviceFacts& facts) {
  if (!facts.gpu.real64)
    return "discontinuities are decided in double precision, which the device has not";
  if (facts.gpu.largest_group < 256) return "its work-groups are larger than the device's";
  if (!fits_single(walk_weights(filter_of(p))))
    return "its weights are too far apart for single precision";
  return {};
}

Tuning gpu_walk_tuning(const Problem& p, const DeviceFacts& facts) {
  Tuning tuning = tiled_on(facts.gpu).tuning;
  if (!is_tiled(p, facts.gpu)) tuning.group_rows = 1;
  cut_tiles(p, facts.gpu, tuning);
  const double row_seconds = pixel_seconds(p, facts.gpu) * tuning.tile_width * std::max(p.batch, 1);
  tuning.launch_height =
      static_cast<int>(std::clamp(longest_launch / row_seconds, 1.0, double{1 << 20}));
  return tuning;
}

double gpu_walk_error(const Problem& p, const DeviceFacts& facts) {
  return is_tiled(p, facts.gpu) ? tile_error(p) : walking_error;
}

double gpu_walk_seconds(const Problem& p, const DeviceFacts& facts) {
  const double pixels = double{1} * p.width * p.height * p.batch;
  const double bytes = pixels * static_cast<double>(input_bytes(p) + output_bytes(p));
  return launch_seconds + pixels * pixel_seconds(p, facts.gpu) +
         bytes / std::min(host_copy, facts.gpu.copy_bytes_per_second);
}

ScratchBytes gpu_walk_scratch(const Problem& p, const DeviceFacts& facts) {
  const Tuning tuning = gpu_walk_tuning(p, facts);
  return {.host = checked_mul(2, tile_pixels(p, tuning), input_bytes(p) + output_bytes(p)),
          .device = checked_mul(2, tile_device_bytes(p, tuning))};
}

}  // namespace selvage::planner
