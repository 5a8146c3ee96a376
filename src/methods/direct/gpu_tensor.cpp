// SPDX-License-Identifier: Apache-2.0
// Candidate "tensor" of GPUs: bilateral and joint means of bytes with the norm l2 (also of luma or
// L*a*b*), whose exponents and sums are products of matrices of halves [tomasi1998, eq. 5]. Here
// are its conditions, time, memory and tuning; its error stands in tensor_error.cpp.
#include <algorithm>

#include "filters/mean_passes.hpp"
#include "filters/window.hpp"
#include "methods/direct/gpu_means.hpp"
#include "methods/direct/tensor_error.hpp"
#include "methods/direct/tensor_form.hpp"
#include "methods/direct/tensor_taps.hpp"
#include "planner/gpu_tiles.hpp"

namespace selvage::planner {
namespace {

// Cycles of a multiprocessor for a warp, while it has 24: before and after the taps, and for each
// unit of taps (docs/journal/0083).
constexpr double warp_cycles = 247.0, unit_cycles = 52.0;
constexpr int warp_items = 32;
constexpr int most_warps = 24;  // of a multiprocessor, for each item has 80 registers
// Devices without the instructions compute term by term.
constexpr double processor_slowness = 1000.0;

// Returns how many warps a multiprocessor has at a time; 0: the tile does not fit.
int resident_warps(const PixelForm& form, const WindowMean& step, const TensorTile& tile,
                   const GpuFacts& gpu) {
  // OpenCL tells only what one group may have. A group takes 1 KiB more than it asks for.
  constexpr std::size_t least_room = std::size_t{144} << 10, more = 1024;
  const std::size_t bytes = tensor_local_bytes(form, step, tile);
  if (bytes > gpu.local_bytes || gpu.largest_group < warp_items * tile.warps) return 0;
  const std::size_t groups = (std::max(gpu.local_bytes, least_room) + more) / (bytes + more);
  return tile.warps * std::min(most_warps / tile.warps, static_cast<int>(groups));
}

// Returns the tile of a group: the lowest with which most warps fit a multiprocessor. A higher one
// has less halo for each warp.
TensorTile tensor_tile_of(const PixelForm& form, const WindowMean& step, const GpuFacts& gpu) {
  TensorTile best;
  for (const int warps : {12, 24})
    if (const TensorTile tile{.warps = warps};
        resident_warps(form, step, tile, gpu) > resident_warps(form, step, best, gpu))
      best = tile;
  return best;
}

std::string tensor_unsupported(const Problem& p, const TensorTile& tile, const DeviceFacts& facts) {
  if (p.type != PixelType::u8) return "products of halves support only 8-bit images";
  if (step_count(p) > 1) return "products of halves support only one iteration";
  if (weighs_alpha(p)) return "products of halves are too coarse to weight colours by alpha";
  const PixelForm form = form_of(p);
  const PlaneLayout& layout = form.layout;
  if (!form.has_distances()) return "a mean without a range term needs no products";
  if (layout.l1 || layout.groups > 1)
    return "the distance is no sum of squares over the channels: its exponents are no product";
  if (layout.distance_planes > 3)
    return "products of halves take distances over 3 channels at most";
  if (form.guided() && !form.makes_guide() && !is_integer(form.guide))
    return "the guide's values are not bounded, so they cannot be taken as halves";
  if (!facts.gpu.byte_products && !facts.gpu.is_processor)
    return "the device cannot multiply matrices of halves";
  if (facts.gpu.largest_group < warp_items * tile.warps)
    return "the device's work-groups are too small";
  if (tensor_term(p, tile) > largest_tensor_term)
    return "sigma_space or sigma_range is too small: exponents exceed the range of halves";
  if (tensor_local_bytes(form, main_step(p), tile) > facts.gpu.local_bytes)
    return "the tile does not fit into the device's local memory";
  return {};
}

// Returns how much longer a warp takes where fewer than 24 hide each other's waits.
double crowded_slowness(int warps) {
  return warps >= 24 ? 1.0 : warps >= 16 ? 1.17 : warps >= 12 ? 1.4 : 1.88;
}

// Returns the seconds of one pixel's kernel.
double tensor_pixel_seconds(const Problem& p, const TensorTile& tile, const GpuFacts& gpu,
                            const TapUnits& taps) {
  const PixelForm form = form_of(p);
  const double chunks = tensor_form(form).chunks();
  const double cycles = warp_cycles * (1.0 + chunks) / 2.0 +
                        unit_cycles * taps.work() * (1.0 + 0.05 * (chunks - 1.0));
  const double crowded = crowded_slowness(resident_warps(form, main_step(p), tile, gpu));
  const double slowness = gpu.byte_products ? 1.0 : processor_slowness;
  return slowness * crowded * cycles /
         (1e6 * gpu.clock_mhz * gpu.compute_units * TensorTile::width * TensorTile::rows_of_warp);
}

Answer offer_tensor(const Problem& p, const DeviceFacts& facts) {
  if (std::string why = mean_unsupported(p, facts.gpu); !why.empty()) return Refusal{why};
  const TensorTile tile = tensor_tile_of(form_of(p), main_step(p), facts.gpu);
  if (std::string why = tensor_unsupported(p, tile, facts); !why.empty()) return Refusal{why};
  std::vector<Pass> passes = direct_passes(p);
  const TapUnits taps = tap_units(tap_window(main_step(p)));
  const double pixel = tensor_pixel_seconds(p, tile, facts.gpu, taps);
  DirectGpuTuning tuning = mean_tuning(p, facts.gpu, passes, pixel, 1.0);
  tuning.loop = DirectLoop::tensor;
  tuning.group = {.width = warp_items,
                  .height = tile.warps,
                  .rows = TensorTile::rows_of_warp,
                  .min_blocks = most_warps / tile.warps};
  return Offer{.error = tensor_error(p, tile, taps.count()),
               .seconds = mean_seconds(p, facts.gpu, passes.size(), pixel),
               .scratch = mean_scratch(p, passes, tuning.tile),
               .passes = std::move(passes),
               .tuning = tuning};
}

}  // namespace

Candidate gpu_tensor() {
  return {.name = "tensor",
          .platform = Platform::gpu,
          .paper = "tomasi1998",
          .serves = is_window_mean,
          .offer = offer_tensor};
}

}  // namespace selvage::planner
