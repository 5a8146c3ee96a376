// SPDX-License-Identifier: Apache-2.0
// Candidate "fourier_range" of GPUs: the bilateral filter of one channel and the joint bilateral
// filter of a gray guide with a Fourier range kernel [chaudhury2011], whose 2 K separable means are
// products of byte matrices on tensor cores [liu2022], three for each sum and tap. Other devices
// multiply item by item. Each pixel's error is proved by a certificate; those that fail it are
// computed from all their taps. Here are its conditions, error, time, memory and tuning.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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

// How much longer sums take than with products of four warps. NVIDIA's OpenCL, which has those of a
// warp, takes 1.2 to 1.8 times as long (docs/journal/0099). Without either, an item takes some 700
// instructions for what is six products to a warp (counted, not measured). A CPU runs them for
// tests only.
double slowness_of_sums(const GpuFacts& gpu) {
  if (gpu.byte_products) return gpu.group_products ? 1.0 : 1.5;
  return gpu.is_processor ? 67.0 : 33.0;
}

// Repairs use no products, but devices without them may be slower in other ways.
double slowness_of_repairs(const GpuFacts& gpu) {
  return gpu.byte_products ? 1.0 : slowness_of_sums(gpu);
}

// Seconds of a pixel's sums, and of a pixel that fails.
double sum_seconds(const GpuFacts& gpu, const ByteFit& fit) {
  return slowness_of_sums(gpu) * seconds_of(gpu, byte_sum_cycles(fit));
}
double repair_seconds(const GpuFacts& gpu, const ByteFit& fit) {
  return slowness_of_repairs(gpu) * seconds_of(gpu, byte_repair_cycles(fit));
}

// What a pixel is predicted to take. If the image has samples whose extent is above 1, as many
// pixels as there are may have one in their windows and be computed from all their taps.
double predicted_seconds(const Problem& p, const GpuFacts& gpu, const ByteFit& fit) {
  const bool beyond = !is_integer(p.type) && p.sample_extent > 1.0;
  return plane_layout(main_step(p), p, true).groups *
         (sum_seconds(gpu, fit) + (beyond ? 1.0 : repaired_share(fit)) * repair_seconds(gpu, fit));
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
  while (fourier_columns_bytes(fit, tuning) > gpu.local_bytes) {
    if (tuning.tile_blocks > (tuning.column_teams > 1 ? 4 : 1))
      --tuning.tile_blocks;
    else if (tuning.column_teams > 1) {
      --tuning.column_teams;
      tuning.tile_blocks = std::min(tuning.tile_blocks, blocks_down(fit, tuning));
    } else
      return;
  }
  tuning.column_min_blocks = fourier_columns_bytes(fit, tuning) <= two_groups ? 2 : 1;
}

// The same for the second kernel, which keeps whole tiles as long as it can.
void shape_rows(const ByteFit& fit, const GpuFacts& gpu, FourierGpuTuning& tuning) {
  while (fourier_rows_bytes(fit, tuning) > gpu.local_bytes) {
    if (tuning.row_teams > 1) {
      --tuning.row_teams;
      tuning.row_blocks = std::min(tuning.row_blocks, blocks_across(fit, tuning));
    } else if (tuning.row_stages > 1)
      tuning.row_stages = 1;
    else if (tuning.row_blocks > 1)
      --tuning.row_blocks;
    else
      return;
  }
  tuning.row_min_blocks = fourier_rows_bytes(fit, tuning) <= two_groups ? 2 : 1;
}

// Returns how many groups of the first kernel share the terms of their columns. Each loads the
// levels first, which takes as long as three quarters of a term (docs/journal/0098). Groups that
// share a multiprocessor take turns, so the multiprocessor with most groups ends last.
int term_groups(const Problem& p, const ByteFit& fit, const GpuFacts& gpu,
                const FourierGpuTuning& tuning) {
  constexpr double start = 0.75;  // terms
  constexpr int most = 4;
  const FourierScratch scratch(fit, tuning, p.width, p.height);
  const std::size_t across = scratch.columns / fourier::lines;
  const std::size_t down = scratch.rows / static_cast<std::size_t>(fourier::rows_together(tuning));
  const double groups = 1.0 * scratch.sets * static_cast<double>(checked_mul(across, down));
  const auto time_of = [&](int shares) {
    return std::ceil(groups * shares / gpu.compute_units) *
           (start + 1.0 * fit.series.terms() / shares);
  };
  int best = 1;
  for (int shares = 2; shares <= std::min(most, fit.series.terms()); ++shares)
    if (time_of(shares) < time_of(best)) best = shares;
  return best;
}

FourierGpuTuning fourier_tuning(const Problem& p, const GpuFacts& gpu, const ByteFit& fit) {
  FourierGpuTuning tuning;
  // Small groups wait less, and read little more than large ones if the window is small
  // (docs/journal/0099).
  if (byte_blocks(fit.down.radius) <= 5) tuning.column_teams = 1;
  // Tests, which run on a processor, see one and two of each.
  if (gpu.is_processor)
    tuning.row_teams = tuning.column_teams = tuning.term_groups = tuning.row_stages =
        1 + p.channels % 2;
  // Groups of several channels leave the device idle only once, but holes and the marks of floats
  // are those of one channel.
  if (!fit.form.joint() && !fit.form.holes && !fit.form.floats &&
      p.width <= longest_row / most_channels)
    tuning.channels = std::min(plane_layout(main_step(p), p, true).groups, most_channels);
  const int most_teams = gpu.largest_group / fourier::team;
  tuning.row_teams = std::min(tuning.row_teams, most_teams);
  tuning.column_teams = std::min(tuning.column_teams, most_teams);
  // Groups are no taller or wider than the image.
  while (tuning.column_teams > 1 && fourier::team_sums * (tuning.column_teams - 1) >= p.height)
    --tuning.column_teams;
  while (tuning.row_teams > 1 && fourier::team_sums * (tuning.row_teams - 1) >= p.width)
    --tuning.row_teams;
  while (fourier::warp * tuning.repair_height > gpu.largest_group) tuning.repair_height /= 2;
  tuning.tile_blocks = blocks_down(fit, tuning);
  tuning.row_blocks = blocks_across(fit, tuning);
  // Tests see tiles of all blocks and tiles of few.
  if (gpu.is_processor && p.channels / 2 % 2 == 0) tuning.tile_blocks = tuning.row_blocks = 2;
  shape_columns(fit, gpu, tuning);
  shape_rows(fit, gpu, tuning);
  if (!gpu.is_processor) tuning.term_groups = term_groups(p, fit, gpu, tuning);
  const int whole = fourier::rows_together(tuning);
  const FourierScratch of_rows(fit, tuning, p.width, whole);
  const auto most = static_cast<int>(most_scratch / of_rows.bytes);
  const int rows = launch_rows(sum_seconds(gpu, fit) * tuning.channels * p.width);
  const int highest = std::max(std::min(most, rows / whole), 1) * whole;
  const int bands = (p.height - 1) / highest + 1;  // alike, so that none leaves the device idle
  tuning.launch_height = ((p.height - 1) / bands / whole + 1) * whole;
  tuning.repair_groups = gpu.compute_units * fourier::repairing_groups(tuning);
  // Tests see rows in parts and whole.
  const int most_together = gpu.is_processor ? 2 - p.channels % 2 : fit.form.joint() ? 4 : 8;
  tuning.repair_taps = std::min(2 * fit.across.radius / fourier::warp + 1, most_together);
  // Every pixel may fail. A processor's few pixels show tests what happens if there are more.
  tuning.repair_pixels =
      gpu.is_processor ? 500 : 1024 * launch_rows(1024 * repair_seconds(gpu, fit));
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
  if (gpu.largest_group < fourier::team) return {"the device's work-groups are too small"};
  return {};
}

Answer offer_gpu_fourier_range(const Problem& p, const DeviceFacts& facts) {
  const GpuFacts& gpu = facts.gpu;
  if (Refusal refusal = fourier_unsupported(p, gpu); !refusal.why.empty()) return refusal;
  const ByteFit fit = fit_of(p);
  const double error = fit.error / full_scale(PixelType::u8);
  if (Refusal refusal = float_refusal(p, error); !refusal.why.empty()) return refusal;
  const FourierGpuTuning tuning = fourier_tuning(p, gpu, fit);
  if (fourier_local_bytes(fit, tuning) > gpu.local_bytes)
    return Refusal{"the window exceeds the device's local memory"};
  const double pixels = 1.0 * p.width * p.height * p.batch;
  const std::size_t device = fourier_device_bytes(p, fit, tuning, tuning.tile);
  const double seconds = pixels * predicted_seconds(p, gpu, fit);
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
