// SPDX-License-Identifier: Apache-2.0
// Candidate "upsample" of GPUs: joint bilateral upsampling [kopf2007, eq. 2]. Each pixel costs
// (2r+1)^2 taps, with r in small pixels. Here are its error, time, memory and tuning.
#include <algorithm>
#include <cmath>

#include "core/checked.hpp"
#include "filters/window.hpp"
#include "methods/upsampling/tuning.hpp"
#include "methods/upsampling/upsampling.hpp"
#include "methods/upsampling/upsampling_shape.hpp"
#include "planner/error_terms.hpp"
#include "planner/gpu_tiles.hpp"

namespace selvage::planner {
namespace {

constexpr double upsample_launch_seconds = 40e-6;  // enqueue, two launches, wait

// Returns the taps per second. Half of the instructions are in double precision, and no driver
// reports how many lanes those have, so this is a quarter of the speed that docs/journal/0007
// measured on a device with many.
double speed(const Upsampling& u, const GpuFacts& gpu) {
  if (gpu.is_processor) return 2e7 * gpu.compute_units;
  const double instructions = 14.0 + 9.0 * u.layout.distance_planes + 2.0 * u.layout.sums();
  return 0.15 * 64.0 * gpu.compute_units * gpu.clock_mhz * 1e6 / instructions;
}

std::size_t image_bytes(const ConstImageView& image, int width, int height) {
  return checked_mul(sample_bytes(image.type), image.channels, width, height);
}

// Returns the whole inputs, which every tile reads.
std::size_t input_bytes(const Problem& p) {
  const Upsampling u(p);
  return checked_add(image_bytes(u.image, u.image.width, u.image.height),
                     image_bytes(u.guide, u.guide.width, u.guide.height),
                     p.mask ? checked_mul(u.image.width, u.image.height) : 0);
}

std::size_t upsample_tile_bytes(const Problem& p, const Tile& tile) {
  return checked_add(input_bytes(p), image_bytes(Upsampling(p).image, tile.width, tile.height));
}

std::size_t device_bytes(const Problem& p, const Tile& tile) {
  return checked_add(upsample_tile_bytes(p, tile), upsample_device_bytes(Upsampling(p)));
}

// Returns the tiles: one if memory allows, since each tile uploads all inputs.
Tile cut_result(const Problem& p, const GpuFacts& gpu) {
  Tile tile{.width = p.width, .height = p.height};
  const auto fits = [&] {
    return gpu.memory_bytes == 0 ||
           checked_mul(slot_count(p, tile), device_bytes(p, tile)) <= gpu.memory_bytes;
  };
  while (!fits() && tile.height > 64) tile.height = (tile.height + 1) / 2;
  return tile;
}

// exp2 errs by 3 ulp in OpenCL and by 2^-22 on NVIDIA [PTX ISA, ex2.approx.ftz]. Exponents are
// double until their difference from the reference exponent is rounded to single precision; the
// reference is a power of two near the largest weight, which changes an exponent by less than 1.
// Kahan's sum errs by 2 ulp. The last steps are the division, within 2.5 ulp in OpenCL,
// differences, products and the holder's value.
double gpu_upsample_error(const Problem& p, int block) {
  const Upsampling u(p);
  const double taps = window_taps(u.window);
  const bool weighs = u.layout.weighs;
  const double exponent = (weighs ? weighted_exponent(taps) : mean_exponent(taps)) + 1.0;
  const auto sums_error = weighs ? weighted_error : planner::sums_error;
  return sums_error({.weight = 6.0 * ulp + upsample_exponents_error(p),
                     .roundings = 1.0,
                     .additions = block + 2.0,
                     .last_steps = 9.0},
                    exponent);
}

UpsamplingGpuTuning gpu_upsample_tuning(const Problem& p, const GpuFacts& gpu) {
  const Upsampling u(p);
  UpsamplingGpuTuning tuning{.tile = cut_result(p, gpu)};
  tuning.launch_height =
      launch_rows(upsample_taps(u) * tuning.tile.width * std::max(p.batch, 1) / speed(u, gpu));
  shrink_group(tuning.group, gpu);
  return tuning;
}

double gpu_upsample_seconds(const Problem& p, const GpuFacts& gpu, const Tile& tile) {
  const Upsampling u(p);
  const double pixels = double{1} * p.width * p.height * p.batch;
  const double out = static_cast<double>(image_bytes(u.image, p.width, p.height)) * p.batch;
  const std::size_t tiles = tile_count(p, tile);
  const double in = static_cast<double>(input_bytes(p)) * static_cast<double>(tiles);
  return run_seconds(gpu, {.in = in, .out = out, .tiles = tiles},
                     upsample_launch_seconds + upsample_taps(u) * pixels / speed(u, gpu));
}

Answer offer_gpu_upsample(const Problem& p, const DeviceFacts& facts) {
  if (!facts.gpu.real64)
    return Refusal{"the weights need double precision, which the device lacks"};
  const UpsamplingGpuTuning tuning = gpu_upsample_tuning(p, facts.gpu);
  const std::size_t slots = slot_count(p, tuning.tile);
  return Offer{.error = gpu_upsample_error(p, tuning.block),
               .seconds = gpu_upsample_seconds(p, facts.gpu, tuning.tile),
               .scratch = {.host = checked_mul(slots, upsample_tile_bytes(p, tuning.tile)),
                           .device = checked_mul(slots, device_bytes(p, tuning.tile))},
               .passes = upsample_passes(p),
               .tuning = tuning};
}

}  // namespace

Candidate gpu_upsample() {
  return {.name = "upsample",
          .platform = Platform::gpu,
          .paper = "kopf2007",
          .serves = is_upsampling,
          .offer = offer_gpu_upsample};
}

}  // namespace selvage::planner
