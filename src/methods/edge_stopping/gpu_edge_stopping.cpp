// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "methods/edge_stopping/edge_stopping.hpp"
#include "methods/edge_stopping/edge_stopping_shape.hpp"
#include "methods/edge_stopping/tuning.hpp"
#include "planner/error_terms.hpp"
#include "planner/gpu_tiles.hpp"

namespace selvage::planner {
namespace {

constexpr double edge_stopping_launch_seconds = 30e-6;  // enqueue, three launches, wait
constexpr double block_launch_seconds = 10e-6;          // three launches of further channels
// The largest radius whose weights are arguments, and the groups of tiled rows. CPU devices compile
// large radii too slowly.
struct Tiled {
  int largest_radius;
  WorkGroup group;
};
constexpr Tiled on_gpu{largest_tiled_radius, {.width = 32, .height = 4, .rows = 8}};
constexpr Tiled on_processor{3, {.width = 64, .height = 4, .rows = 2}};

// Returns the largest number of roundings that a part of a flat sum goes through: the maximum of
// sum_k S_k / S over all reaches, where S_k is the sum of the first k weights and S that of all.
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

// The error relative to the largest |sample|, in roundings, of both passes:
//   sums        see flat_additions
//   weights     1: the mean of |x - mean| by weight is at most half of the range
//   reciprocal  1, and 1 of the product with it
double edge_stopping_tile_error(const Problem& p) {
  const EdgeStoppingWeights weights = edge_stopping_weights(geometry_of(p));
  return (flat_additions(weights.row) + flat_additions(weights.column) + 2.0 * 4.0) * ulp;
}

// The same tap by tap: 8 of a summation block, 2 of Kahan's sum, 1 of the weights, 2 of their
// total, 5 of the quotient (OpenCL divides within 2.5 ulp).
constexpr double untiled_error = 2.0 * (edge_stopping_block + 10.0) * ulp;

const Tiled& tiled_on(const GpuFacts& gpu) {
  return gpu.is_processor ? on_processor : on_gpu;
}

bool is_tiled(const Problem& p, const GpuFacts& gpu) {
  const Tiled& tiled = tiled_on(gpu);
  const int radius = geometry_of(p).radius;
  return radius <= tiled.largest_radius &&
         edge_stopping_tile_bytes(averaged_at_a_time(p), radius, tiled.group) <= gpu.local_bytes &&
         edge_stopping_tile_error(p) <= exact_error(p.type);
}

std::size_t pixel_bytes(const ConstImageView& port) {
  return port.width > 0 ? sample_bytes(port.type) * static_cast<std::size_t>(port.channels) : 0;
}

PixelBytes bytes_of_pixel(const Problem& p) {
  const std::size_t image = sample_bytes(p.type) * static_cast<std::size_t>(p.channels);
  return {.in = image + pixel_bytes(p.shapes.normals) + pixel_bytes(p.shapes.depth),
          .out = image + 1};
}

// Returns the bytes of a tile's inputs, results and scratch.
std::size_t device_tile_bytes(const Problem& p, const Tile& cut) {
  const TileSides tile = with_halo(p, cut);
  const EdgeStoppingScratch scratch(averaged_at_a_time(p), static_cast<int>(tile.width),
                                    static_cast<int>(tile.height), 1);
  return checked_add(tile_device_bytes(p, bytes_of_pixel(p), cut), scratch.total);
}

int block_count(const Problem& p) {
  return static_cast<int>(channel_blocks(p).size());
}

// Returns the time of the three kernels: instructions over issue slots, fitted to
// docs/journal/0023. Of more than four channels, each block takes as long as an image of its own
// (docs/journal/0074).
double edge_stopping_pixel_seconds(const Problem& p, const GpuFacts& gpu) {
  const double taps = 2.0 * (2.0 * geometry_of(p).radius + 1.0);
  const double channels = averaged_channels(p), blocks = block_count(p);
  if (gpu.is_processor) {
    constexpr double each_pixel = 50e-9, each_value = 1.5e-9;  // a core under PoCL
    return (blocks * each_pixel + taps * (2.0 * blocks + channels) * each_value) /
           gpu.compute_units;
  }
  const double slots = 128.0 * gpu.compute_units * gpu.clock_mhz * 1e6;
  if (is_tiled(p, gpu)) return (250.0 * blocks + taps * (blocks + 1.5 * channels)) / (0.45 * slots);
  return (250.0 * blocks + taps * (4.0 * blocks + 2.0 * channels)) / (0.3 * slots);
}

std::string edge_stopping_unsupported(const Problem& p, const DeviceFacts& facts) {
  if (!facts.gpu.real64)
    return "the search for discontinuities needs double precision, which the device lacks";
  if (facts.gpu.largest_group < 256) return "the device's work-groups are too small";
  if (!fits_single(edge_stopping_weights(geometry_of(p))))
    return "the weights span too wide a range for single precision";
  return {};
}

EdgeStoppingGpuTuning edge_stopping_tuning(const Problem& p, const GpuFacts& gpu) {
  EdgeStoppingGpuTuning tuning;
  if (is_tiled(p, gpu)) {
    tuning.along_rows = tuning.along_columns = tiled_on(gpu).group;
    tuning.along_columns.width = 32;
  }
  tuning.tile = cut_tiles(p, gpu, checked_mul(bytes_of_pixel(p).in, p.width),
                          [&](const Tile& t) { return device_tile_bytes(p, t); });
  tuning.launch_height = launch_rows(edge_stopping_pixel_seconds(p, gpu) / block_count(p) *
                                     tuning.tile.width * std::max(p.batch, 1));
  return tuning;
}

Answer offer_edge_stopping_gpu(const Problem& p, const DeviceFacts& facts) {
  if (std::string why = edge_stopping_unsupported(p, facts); !why.empty()) return Refusal{why};
  const GpuFacts& gpu = facts.gpu;
  const EdgeStoppingGpuTuning tuning = edge_stopping_tuning(p, gpu);
  const double pixels = double{1} * p.width * p.height * p.batch;
  const double launches =
      edge_stopping_launch_seconds + block_launch_seconds * (block_count(p) - 1);
  return Offer{.error = is_tiled(p, gpu) ? edge_stopping_tile_error(p) : untiled_error,
               .seconds = run_seconds(gpu, transfer_of(p, bytes_of_pixel(p), tuning.tile),
                                      launches + pixels * edge_stopping_pixel_seconds(p, gpu)),
               .scratch = {.host = tile_scratch(p, bytes_of_pixel(p), tuning.tile).host,
                           .device = checked_mul(slot_count(p, tuning.tile),
                                                 device_tile_bytes(p, tuning.tile))},
               .passes = edge_stopping_passes(p),
               .tuning = tuning};
}

}  // namespace

Candidate gpu_edge_stopping() {
  return {.name = "edge_stopping",
          .platform = Platform::gpu,
          .paper = "convolution_sheet",
          .channels = max_channels,
          .serves = is_geometry_guided,
          .offer = offer_edge_stopping_gpu};
}

}  // namespace selvage::planner
