// SPDX-License-Identifier: Apache-2.0
// Joint bilateral upsampling on GPUs.
#include <algorithm>
#include <cmath>

#include "core/checked.hpp"
#include "core/upsample.hpp"
#include "core/window.hpp"
#include "planner/error_terms.hpp"
#include "planner/gpu_tiles.hpp"
#include "planner/upsample.hpp"

namespace selvage::planner {
namespace {

constexpr double upsample_launch_seconds = 40e-6;  // enqueue, two launches, wait

// Taps a second. Half of the instructions are in double precision, of whose lanes no driver tells:
// a quarter of what docs/journal/0007 saw on a device with many.
double speed(const Upsampling& u, const GpuFacts& gpu) {
  if (gpu.is_processor) return 2e7 * gpu.compute_units;
  const double instructions = 14.0 + 9.0 * u.layout.distance_planes + 2.0 * u.layout.sums();
  return 0.15 * 64.0 * gpu.compute_units * gpu.clock_mhz * 1e6 / instructions;
}

std::size_t image_bytes(const ConstImageView& image, int width, int height) {
  return checked_mul(sample_bytes(image.type), image.channels, width, height);
}

// Of a tile, with the whole inputs that every tile reads.
std::size_t upsample_tile_bytes(const Problem& p, const Tuning& tuning) {
  const Upsampling u(p);
  const std::size_t inputs = checked_add(image_bytes(u.image, u.image.width, u.image.height),
                                         image_bytes(u.guide, u.guide.width, u.guide.height),
                                         p.mask ? checked_mul(u.image.width, u.image.height) : 0);
  return checked_add(inputs, image_bytes(u.image, tuning.tile_width, tuning.tile_height));
}

std::size_t device_bytes(const Problem& p, const Tuning& tuning) {
  return checked_add(upsample_tile_bytes(p, tuning), upsample_device_bytes(Upsampling(p)));
}

// One tile where memory allows, since each brings all inputs along.
void cut_result(const Problem& p, const GpuFacts& gpu, Tuning& tuning) {
  tuning.tile_width = p.width;
  tuning.tile_height = p.height;
  const auto fits = [&] {
    return gpu.memory_bytes == 0 || 2 * device_bytes(p, tuning) <= gpu.memory_bytes;
  };
  while (!fits() && tuning.tile_height > 64) tuning.tile_height = (tuning.tile_height + 1) / 2;
}

}  // namespace

std::string gpu_upsample_unsupported(const Problem&, const DeviceFacts& facts) {
  return facts.gpu.real64 ? "" : "its weights need double precision, which the device has not";
}

// exp2: 3 ulp in OpenCL, 2^-22 on NVIDIA [PTX ISA, ex2.approx.ftz]. Exponents are double until
// their difference from the largest weight's is rounded, which is less than one smaller than where
// that weight is 1. Kahan's sum errs by 2 ulp. Last: OpenCL divides within 2.5 ulp; differences,
// products, the holder's value.
double gpu_upsample_error(const Problem& p, const DeviceFacts& facts) {
  const Upsampling u(p);
  const double exponent = mean_exponent(window_taps(u.window)) + 1.0;
  return sums_error({.weight = 6.0 * ulp + upsample_exponents_error(p),
                     .roundings = 1.0,
                     .additions = gpu_upsample_tuning(p, facts).piece + 2.0,
                     .last_steps = 9.0},
                    exponent);
}

Tuning gpu_upsample_tuning(const Problem& p, const DeviceFacts& facts) {
  const Upsampling u(p);
  Tuning tuning;
  tuning.piece = 8;
  cut_result(p, facts.gpu, tuning);
  tuning.launch_height = launch_rows(upsample_taps(u) * tuning.tile_width * std::max(p.batch, 1) /
                                     speed(u, facts.gpu));
  shrink_groups(tuning, facts.gpu);
  return tuning;
}

double gpu_upsample_seconds(const Problem& p, const DeviceFacts& facts) {
  const Upsampling u(p);
  const Tuning tuning = gpu_upsample_tuning(p, facts);
  const double pixels = double{1} * p.width * p.height * p.batch;
  const double bytes = static_cast<double>(upsample_tile_bytes(p, tuning)) * p.batch;
  return upsample_launch_seconds + upsample_taps(u) * pixels / speed(u, facts.gpu) +
         bytes / copied_per_second(facts.gpu);
}

ScratchBytes gpu_upsample_scratch(const Problem& p, const DeviceFacts& facts) {
  const Tuning tuning = gpu_upsample_tuning(p, facts);
  return {.host = checked_mul(2, upsample_tile_bytes(p, tuning)),
          .device = checked_mul(2, device_bytes(p, tuning))};
}

}  // namespace selvage::planner
