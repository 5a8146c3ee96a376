// SPDX-License-Identifier: Apache-2.0
// Candidate "fourier_range" of GPUs: the bilateral filter of one channel of u8 with a Fourier range
// kernel [chaudhury2011], whose 2 K separable means are products of byte matrices on tensor cores
// [liu2022]: 12 products for each of 512 sums and 32 taps. Each pixel's error is proved by a
// certificate; those that fail it are computed from all their taps. Here are its conditions, error,
// time, memory and tuning.
#include <fmt/format.h>

#include <algorithm>

#include "core/checked.hpp"
#include "filters/mean_passes.hpp"
#include "filters/planes.hpp"
#include "methods/fourier_range/byte_fit.hpp"
#include "methods/fourier_range/fourier_refusal.hpp"
#include "methods/fourier_range/gpu_shape.hpp"
#include "methods/fourier_range/level_form.hpp"
#include "methods/fourier_range/tuning.hpp"
#include "planner/gpu_tiles.hpp"

namespace selvage::planner {
namespace {

constexpr int least_gpu_radius = 8;  // direct sums are faster below (docs/journal/0051)
constexpr double fourier_launch_seconds = 40e-6;            // enqueue, three launches, wait
constexpr std::size_t two_groups = std::size_t{110} << 10;  // bytes of local memory
constexpr std::size_t most_scratch = std::size_t{256} << 20;

int fourier_terms(const ByteFit& fit) {
  return static_cast<int>(fit.series.cosine.size());
}

PixelBytes fourier_pixel_bytes(const Problem& p) {
  const std::size_t bytes = sample_bytes(p.type) * static_cast<std::size_t>(p.channels);
  return {.in = bytes, .out = bytes};
}

// Work-items of a CPU multiply through local memory, which is for tests only.
double fourier_seconds_of(const Problem& p, const GpuFacts& gpu, double cycles) {
  const double slower = gpu.byte_products ? 1.0 : 50.0;
  return slower * plane_layout(main_step(p), p, true).groups * cycles /
         (1e6 * gpu.clock_mhz * gpu.compute_units);
}

std::size_t fourier_device_bytes(const Problem& p, int terms, const FourierGpuTuning& tuning,
                                 const Tile& tile) {
  const TileSides sides = with_halo(p, tile);
  const FourierScratch scratch(main_step(p), terms, tuning, static_cast<int>(sides.width),
                               static_cast<int>(sides.height));
  return checked_add(tile_device_bytes(p, fourier_pixel_bytes(p), tile), scratch.bytes);
}

FourierGpuTuning fourier_tuning(const Problem& p, const GpuFacts& gpu, const ByteFit& fit) {
  FourierGpuTuning tuning;
  if (gpu.is_processor) {  // where items of a group take turns
    tuning.across = 2;
    tuning.down = 1;
    tuning.term_groups = 1;
  }
  const int terms = fourier_terms(fit), whole = 32 * tuning.down;
  // A processor's little room shows tests what happens if not all terms fit.
  const std::size_t room =
      std::min(gpu.local_bytes, gpu.is_processor ? std::size_t{24} << 10 : two_groups);
  while (tuning.row_terms < terms) {
    ++tuning.row_terms;
    if (fourier_rows_bytes(main_step(p), tuning, gpu.byte_products) <= room) continue;
    --tuning.row_terms;
    break;
  }
  const FourierScratch of_rows(main_step(p), terms, tuning, p.width, whole);
  const auto bands = static_cast<int>(most_scratch / of_rows.bytes);
  // Every pixel may fail.
  const int rows = launch_rows(fourier_seconds_of(p, gpu, worst_byte_cycles(fit)) * p.width);
  tuning.launch_height = std::max(std::min(bands, rows / whole), 1) * whole;
  tuning.repair_groups = 4 * gpu.compute_units;
  tuning.tile = cut_tiles(p, gpu, checked_mul(fourier_pixel_bytes(p).in, p.width),
                          [&](const Tile& t) { return fourier_device_bytes(p, terms, tuning, t); });
  return tuning;
}

Refusal fourier_unsupported(const Problem& p, const GpuFacts& gpu) {
  if (Refusal refusal = fourier_refusal(p); !refusal.why.empty()) return refusal;
  const WindowMean step = main_step(p);
  const LevelForm form = level_form(step, p);
  if (form.words) return {"the Fourier range kernel of GPUs serves only u8"};
  if (form.holes) return {"the Fourier range kernel of GPUs needs all taps of all pixels"};
  if (std::min(step.radius_x, step.radius_y) < least_gpu_radius)
    return {fmt::format("the Fourier range kernel of GPUs needs a radius of at least {}",
                        least_gpu_radius)};
  if (!gpu.byte_products && !gpu.is_processor)
    return {"the device cannot multiply matrices of bytes"};
  if (gpu.largest_group < fourier::warp * fourier::repair_height)
    return {"the device's work-groups are too small"};
  return {};
}

Answer offer_gpu_fourier_range(const Problem& p, const DeviceFacts& facts) {
  const GpuFacts& gpu = facts.gpu;
  if (Refusal refusal = fourier_unsupported(p, gpu); !refusal.why.empty()) return refusal;
  const WindowMean step = main_step(p);
  const ByteFit fit = byte_fit(step);
  const FourierGpuTuning tuning = fourier_tuning(p, gpu, fit);
  const std::size_t local =
      std::max({fourier_columns_bytes(step, fourier_terms(fit), tuning, gpu.byte_products),
                fourier_rows_bytes(step, tuning, gpu.byte_products), fourier_repair_bytes(step)});
  if (local > gpu.local_bytes) return Refusal{"the window exceeds the device's local memory"};
  const double pixels = 1.0 * p.width * p.height * p.batch;
  const std::size_t device = fourier_device_bytes(p, fourier_terms(fit), tuning, tuning.tile);
  return Offer{.error = fit.error / full_scale(PixelType::u8),
               .seconds = run_seconds(
                   gpu, transfer_of(p, fourier_pixel_bytes(p), tuning.tile),
                   fourier_launch_seconds + pixels * fourier_seconds_of(p, gpu, byte_cycles(fit))),
               .scratch = {.host = tile_scratch(p, fourier_pixel_bytes(p), tuning.tile).host,
                           .device = checked_mul(slot_count(p, tuning.tile), device)},
               .passes = direct_passes(p),
               .tuning = tuning};
}

}  // namespace

Candidate gpu_fourier_range() {
  return {.name = "fourier_range",
          .platform = Platform::gpu,
          .paper = "chaudhury2011",
          .method = Method::bounded,
          .serves = is_bilateral,
          .offer = offer_gpu_fourier_range};
}

}  // namespace selvage::planner
