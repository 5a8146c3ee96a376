// SPDX-License-Identifier: Apache-2.0
// Candidate "skeleton" of GPUs: its time, memory and tuning.
#include "core/checked.hpp"
#include "filters/mean_passes.hpp"
#include "methods/skeleton/skeleton.hpp"
#include "methods/skeleton/tuning.hpp"
#include "planner/gpu_tiles.hpp"

namespace selvage::planner {
namespace {

constexpr double skeleton_unit_speed = 1e8;  // taps a second of a compute unit

PixelBytes skeleton_pixel(const Problem& p) {
  const std::size_t pixel = checked_mul(sample_bytes(p.type), p.channels);
  return {.in = pixel, .out = pixel};
}

double skeleton_pixel_seconds(const Problem& p, const GpuFacts& gpu) {
  return p.channels * skeleton_taps(p) / (skeleton_unit_speed * gpu.compute_units);
}

SkeletonTuning skeleton_tuning(const Problem& p, const GpuFacts& gpu) {
  const PixelBytes pixel = skeleton_pixel(p);
  SkeletonTuning tuning{.group = {.width = 32, .height = 8, .rows = 1}};
  shrink_group(tuning.group, gpu);
  tuning.tile = cut_tiles(p, gpu, checked_mul(pixel.in, p.width),
                          [&](const Tile& t) { return tile_device_bytes(p, pixel, t); });
  tuning.launch_height = launch_rows(skeleton_pixel_seconds(p, gpu) * tuning.tile.width * p.batch);
  return tuning;
}

Answer offer_skeleton_gpu(const Problem& p, const DeviceFacts& facts) {
  if (std::string why = skeleton_unsupported(p); !why.empty()) return Refusal{why};
  const SkeletonTuning tuning = skeleton_tuning(p, facts.gpu);
  const PixelBytes pixel = skeleton_pixel(p);
  const double pixels = 1.0 * p.width * p.height * p.batch;
  return Offer{.error = skeleton_error(p),
               .seconds = run_seconds(facts.gpu, transfer_of(p, pixel, tuning.tile),
                                      pixels * skeleton_pixel_seconds(p, facts.gpu)),
               .scratch = tile_scratch(p, pixel, tuning.tile),
               .passes = direct_passes(p),
               .tuning = tuning};
}

}  // namespace

Candidate gpu_skeleton() {
  return {.name = "skeleton",
          .platform = Platform::gpu,
          .paper = "mcdonnell1981",
          .serves = is_skeleton,
          .offer = offer_skeleton_gpu};
}

}  // namespace selvage::planner
