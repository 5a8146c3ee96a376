// SPDX-License-Identifier: Apache-2.0
// Candidate "fourier_range" of GPUs: the bilateral filter of one channel and the joint bilateral
// filter of a gray guide with a Fourier range kernel [chaudhury2011], whose 2 K separable means are
// products of byte matrices on tensor cores [liu2022]: 12 products for each of 512 sums and 32
// taps. Other devices multiply item by item. Each pixel's error is proved by a certificate; those
// that fail it are computed from all their taps. Here are its conditions, error, time, memory and
// tuning.
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
constexpr double fourier_launch_seconds = 40e-6;            // enqueue, launches, wait
constexpr std::size_t two_groups = std::size_t{110} << 10;  // bytes of local memory
constexpr std::size_t three_groups = std::size_t{74} << 10;
constexpr std::size_t most_scratch = std::size_t{512} << 20;
constexpr int longest_row = 1 << 23;  // 128 of them are a band, whose pixels a kernel counts
constexpr int most_channels = 4;      // of a launch

ByteFit fit_of(const Problem& p) {
  const WindowMean step = main_step(p);
  return byte_fit(step, level_form(step, p));
}

PixelBytes fourier_pixel_bytes(const Problem& p) {
  const std::size_t bytes = sample_bytes(p.type) * static_cast<std::size_t>(p.channels);
  const bool guided = main_step(p).guide == Guide::given;  // whose samples are bytes
  const auto of_guide = static_cast<std::size_t>(guided ? p.shapes.guide.channels : 0);
  return {.in = bytes + of_guide + (p.mask ? 1 : 0), .out = bytes};
}

double seconds_of(const GpuFacts& gpu, double cycles) {
  return cycles / (1e6 * gpu.clock_mhz * gpu.compute_units);
}

// Without products of matrices, an item takes some 700 instructions for what is six products to a
// warp (counted, not measured). A CPU runs them for tests only.
double fourier_seconds_of(const GpuFacts& gpu, double cycles) {
  const double slower = gpu.byte_products ? 1.0 : gpu.is_processor ? 50.0 : 25.0;
  return slower * seconds_of(gpu, cycles);
}

// What a pixel is predicted to cost. If the image has samples whose extent is above 1, as many
// pixels as there are may have one in their windows and be computed from all their taps.
double predicted_cycles(const Problem& p, const ByteFit& fit) {
  const bool beyond = !is_integer(p.type) && p.sample_extent > 1.0;
  return plane_layout(main_step(p), p, true).groups *
         (beyond ? byte_sum_cycles(fit) + byte_repair_cycles(fit) : byte_cycles(fit));
}

std::size_t fourier_device_bytes(const Problem& p, const ByteFit& fit,
                                 const FourierGpuTuning& tuning, const Tile& tile) {
  const TileSides sides = with_halo(p, tile);
  const FourierScratch scratch(fit, tuning, static_cast<int>(sides.width),
                               static_cast<int>(sides.height));
  return checked_add(tile_device_bytes(p, fourier_pixel_bytes(p), tile), scratch.bytes);
}

// Chooses how many groups of the first kernel share a multiprocessor. If not even one fits, it has
// fewer of its taps in local memory at a time, or is made smaller.
void shape_columns(const ByteFit& fit, const GpuFacts& gpu, FourierGpuTuning& tuning) {
  const std::size_t bytes = fourier_columns_bytes(fit, tuning, gpu.byte_products);
  tuning.column_min_blocks = bytes <= three_groups ? 3 : bytes <= two_groups ? 2 : 1;
  while (fourier_columns_bytes(fit, tuning, gpu.byte_products) > gpu.local_bytes) {
    const int few = tuning.column_down > 1 ? 4 : 1;  // blocks
    if (tuning.tile_blocks > few)
      --tuning.tile_blocks;
    else if (tuning.column_down > 1) {
      tuning.column_down /= 2;
      tuning.tile_blocks = std::min(tuning.tile_blocks, row_blocks(fit, tuning));
    } else
      return;
  }
}

// Makes groups of the second kernel smaller until they fit into local memory, or are as small as
// can be.
void shrink_rows(const ByteFit& fit, const GpuFacts& gpu, FourierGpuTuning& tuning) {
  while (fourier_rows_bytes(fit, tuning, gpu.byte_products) > gpu.local_bytes) {
    if (tuning.down > 1)
      tuning.down = 1;
    else if (tuning.across > 2)
      tuning.across /= 2;
    else if (tuning.row_stages > 1)
      tuning.row_stages = 1;
    else
      return;
  }
}

FourierGpuTuning fourier_tuning(const Problem& p, const GpuFacts& gpu, const ByteFit& fit) {
  FourierGpuTuning tuning;
  if (gpu.is_processor) {  // where items of a group take turns
    tuning.across = 2;
    tuning.down = 1;
    tuning.column_down = 2;
    tuning.term_groups = 1;
  }
  if (fit.form.joint()) tuning.term_groups = 1;  // there are groups for each set
  // Groups of several channels leave the device idle only once, but holes and the marks of floats
  // are those of one channel.
  if (!fit.form.joint() && !fit.form.holes && !fit.form.floats &&
      p.width <= longest_row / most_channels)
    tuning.channels = std::min(plane_layout(main_step(p), p, true).groups, most_channels);
  // Tests see both.
  if (gpu.is_processor) tuning.row_stages = 1 + p.channels % 2;
  const int most_warps = gpu.largest_group / fourier::warp;
  tuning.down = std::min(tuning.down, most_warps / tuning.across);
  // Groups are no taller than the image.
  while (tuning.column_down > 1 && (tuning.column_across * tuning.column_down > most_warps ||
                                    16 * tuning.column_down >= p.height))
    tuning.column_down /= 2;
  while (fourier::warp * tuning.repair_height > gpu.largest_group) tuning.repair_height /= 2;
  tuning.tile_blocks = row_blocks(fit, tuning);
  // Tests see tiles of all blocks and tiles of few.
  if (gpu.is_processor && p.channels / 2 % 2 == 0)
    tuning.tile_blocks = std::min(tuning.tile_blocks, 2);
  shape_columns(fit, gpu, tuning);
  shrink_rows(fit, gpu, tuning);
  // A processor's little room shows tests what happens if not all terms fit.
  const std::size_t room =
      std::min(gpu.local_bytes, gpu.is_processor ? std::size_t{24} << 10 : two_groups);
  const int whole = fourier::rows_together(tuning);
  while (tuning.row_terms < fit.series.terms()) {
    ++tuning.row_terms;
    if (fourier_rows_bytes(fit, tuning, gpu.byte_products) <= room) continue;
    --tuning.row_terms;
    break;
  }
  const FourierScratch of_rows(fit, tuning, p.width, whole);
  const auto most = static_cast<int>(most_scratch / of_rows.bytes);
  const double cycles = byte_sum_cycles(fit) * tuning.channels;
  const int rows = launch_rows(fourier_seconds_of(gpu, cycles) * p.width);
  const int highest = std::max(std::min(most, rows / whole), 1) * whole;
  const int bands = (p.height - 1) / highest + 1;  // alike, so that none leaves the device idle
  tuning.launch_height = ((p.height - 1) / bands / whole + 1) * whole;
  tuning.repair_groups = gpu.compute_units * std::max(32 / tuning.repair_height, 1);
  const int most_together = fit.form.joint() ? 4 : 8;
  tuning.repair_taps = std::min(2 * fit.across.radius / fourier::warp + 1, most_together);
  // Every pixel may fail. A processor's few pixels show tests what happens if there are more.
  tuning.repair_pixels =
      gpu.is_processor
          ? 500
          : 1024 * launch_rows(1024 * fourier_seconds_of(gpu, byte_repair_cycles(fit)));
  tuning.tile = cut_tiles(p, gpu, checked_mul(fourier_pixel_bytes(p).in, p.width),
                          [&](const Tile& t) { return fourier_device_bytes(p, fit, tuning, t); });
  return tuning;
}

Refusal fourier_unsupported(const Problem& p, const GpuFacts& gpu) {
  if (Refusal refusal = fourier_refusal(p); !refusal.why.empty()) return refusal;
  const WindowMean step = main_step(p);
  if (std::min(step.radius_x, step.radius_y) < least_gpu_radius)
    return {fmt::format("the Fourier range kernel of GPUs needs a radius of at least {}",
                        least_gpu_radius)};
  if (p.width > longest_row)
    return {
        fmt::format("the Fourier range kernel of GPUs takes rows of up to {} pixels", longest_row)};
  if (gpu.largest_group < fourier::least_group) return {"the device's work-groups are too small"};
  return {};
}

Answer offer_gpu_fourier_range(const Problem& p, const DeviceFacts& facts) {
  const GpuFacts& gpu = facts.gpu;
  if (Refusal refusal = fourier_unsupported(p, gpu); !refusal.why.empty()) return refusal;
  const ByteFit fit = fit_of(p);
  const double error = fit.error / full_scale(PixelType::u8);
  if (Refusal refusal = float_refusal(p, error); !refusal.why.empty()) return refusal;
  const FourierGpuTuning tuning = fourier_tuning(p, gpu, fit);
  const std::size_t local = std::max({fourier_columns_bytes(fit, tuning, gpu.byte_products),
                                      fourier_rows_bytes(fit, tuning, gpu.byte_products),
                                      fourier_repair_bytes(fit, tuning)});
  if (local > gpu.local_bytes) return Refusal{"the window exceeds the device's local memory"};
  const double pixels = 1.0 * p.width * p.height * p.batch;
  const std::size_t device = fourier_device_bytes(p, fit, tuning, tuning.tile);
  const double seconds = pixels * fourier_seconds_of(gpu, predicted_cycles(p, fit));
  return Offer{.error = error,
               .seconds = run_seconds(gpu, transfer_of(p, fourier_pixel_bytes(p), tuning.tile),
                                      fourier_launch_seconds + seconds),
               .terms = fit.series.terms(),
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
          .serves = is_bilateral_or_joint,
          .offer = offer_gpu_fourier_range};
}

}  // namespace selvage::planner
