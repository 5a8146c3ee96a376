// SPDX-License-Identifier: Apache-2.0
// Candidates "tile", "tile_columns" and "plain" of GPUs: weighted means over windows (bilateral,
// joint, rolling, Gaussian, box), from local memory or from the image [tomasi1998, eq. 5]. Each
// pixel costs (2r+1)^2 taps, each with an exp2. Here are their error, time, memory and tuning.
// "tile_columns" is "tile" with one sum for each column of the window, for 16-bit images: accurate
// enough for the default request, not for an exact one.
#include <algorithm>

#include "filters/mean_passes.hpp"
#include "filters/window.hpp"
#include "methods/direct/gpu_means.hpp"
#include "planner/error_terms.hpp"
#include "planner/gpu_tiles.hpp"

namespace selvage::planner {
namespace {

// Instructions of a pixel apart from its taps: they decide where means of few taps go. "tile" takes
// 88 us for a Gaussian of radius 1 of 3840x2160 floats, "separable" 21 us (docs/benchmarks.md).
constexpr double pixel_instructions = 200.0;

double pixel_overhead(const GpuFacts& gpu) {
  return gpu.is_processor ? 0.0 : pixel_instructions / instructions_per_second(gpu);
}

// Returns the taps of a pixel in one pass.
double direct_taps(const Problem& p) {
  return window_taps(main_step(p)) * form_of(p).layout.groups;
}

// Returns the passes without repetitions.
std::vector<Pass> distinct_passes(const Problem& p) {
  std::vector<Pass> passes = direct_passes(p);
  passes.erase(std::ranges::unique(passes).begin(), passes.end());
  return passes;
}

// Small windows of bytes use one sum for all taps, which is accurate enough there.
Summation sums_of(const Problem& p) {
  if (p.type != PixelType::u8) return Summation::blocks;
  const bool small =
      window_taps(main_step(p)) <= 600 && mean_error(p, Summation::flat, 0) <= exact_error(p.type);
  return small ? Summation::flat : Summation::columns;
}

DirectGpuTuning tuning_of(const Problem& p, const GpuFacts& gpu, const Loop& loop) {
  DirectGpuTuning tuning =
      mean_tuning(p, gpu, direct_passes(p), direct_taps(p), taps_per_second(p, gpu, loop));
  return tuning;
}

// Returns whether every pass can hold a pixel in four words.
bool wide_is_possible(const Problem& p, const std::vector<Pass>& passes) {
  return std::ranges::all_of(passes, [&](const Pass& pass) {
    return can_be_wide(pixel_form(std::get<WindowMean>(pass.step), pass.reads, p));
  });
}

// Chooses eight rows for each work-item if their sums fit into registers and columns are long
// enough, else five or four; four in small images; on processors two, since code for more takes
// seconds to compile (docs/journal/0005, 0035, 0050).
void choose_rows(const Problem& p, const GpuFacts& gpu, DirectGpuTuning& tuning) {
  const PixelForm form = form_of(p);
  const PlaneLayout& layout = form.layout;
  const bool apart = form.guided() && !form.guide_bytes();
  const bool bytes = p.type == PixelType::u8 && layout.groups == 1 && !apart;
  const bool gray = layout.averaged == 1 && form.guide_planes() <= 1;
  const bool few_sums = bytes || gray;
  const int radius = main_step(p).radius_y;
  const bool short_columns = radius <= 5;
  const bool one_turn = !short_columns && radius <= 7;  // of eight rows takes a whole column
  if (gpu.is_processor) {
    tuning.group.rows = 2;
    if (tuning.sums == Summation::flat) tuning.sums = Summation::columns;
  } else if (!bytes && tuning.sums == Summation::columns) {
    tuning.group.rows = short_columns ? 4 : 8;
    tuning.group.height = 4;
    tuning.group.min_blocks = gray ? 4 : 3;
  } else if (!few_sums || (short_columns && !bytes)) {
    tuning.group.rows = 4;
    tuning.group.min_blocks = 2;
    if (layout.averaged == 3 && layout.groups == 1 && !form.guided()) {
      tuning.group.height = 4;
      tuning.group.rows = one_turn ? 8 : 4;
      const bool short_blocks = p.type == PixelType::u16;  // they are added up within columns
      tuning.group.min_blocks = one_turn ? 3 : short_blocks && !short_columns ? 4 : 5;
    }
  } else {
    tuning.group.rows = short_columns ? 5 : 8;
    tuning.group.height = 4;
    const bool flat = tuning.sums == Summation::flat;
    const bool many_registers =
        layout.sums() == 4 || tuning.sums == Summation::columns || form.holes;
    if (layout.sums() == 1)
      tuning.group.min_blocks = !bytes ? (form.guided() || one_turn ? 4 : 5) : flat ? 8 : 6;
    else
      tuning.group.min_blocks = many_registers ? 4 : short_columns ? 7 : 5;
    const bool colours = layout.sums() == 3 && !many_registers && !short_columns;
    if (colours && few_groups(p, gpu, tuning.group)) {
      tuning.group.rows = 4;
      tuning.group.min_blocks = 8;
    }
  }
}

// Returns the tuning of "tile" with such sums. Pixels get narrower and rows fewer until a tile fits
// into local memory.
DirectGpuTuning tile_tuning(const Problem& p, const DeviceFacts& facts, Summation sums) {
  constexpr std::size_t two_tiles = std::size_t{100} << 10;  // two groups share a multiprocessor
  const std::vector<Pass> passes = distinct_passes(p);
  DirectGpuTuning tuning = tuning_of(p, facts.gpu, tile_loop);
  tuning.sums = sums;
  choose_rows(p, facts.gpu, tuning);
  const auto bytes = [&] { return local_bytes(p, passes, tuning); };
  tuning.fixed_window = !facts.gpu.is_processor;
  tuning.wide = wide_is_possible(p, passes);
  if (tuning.wide) tuning.wide = bytes() <= std::min(facts.gpu.local_bytes, two_tiles);
  while (tuning.group.rows > 1 && bytes() > facts.gpu.local_bytes) tuning.group.rows /= 2;
  tuning.block = block_of(p, tuning.group.rows > 4 ? 8 : 4);  // a multiple of the rows
  return tuning;
}

DirectGpuTuning plain_tuning(const Problem& p, const DeviceFacts& facts) {
  DirectGpuTuning tuning = tuning_of(p, facts.gpu, plain_loop);
  tuning.loop = DirectLoop::plain;
  tuning.block = block_of(p, 4);
  shrink_group(tuning.group, facts.gpu);
  return tuning;
}

std::string tile_unsupported(const Problem& p, const DeviceFacts& facts,
                             const DirectGpuTuning& tuning) {
  if (tuning.group.width * tuning.group.height > facts.gpu.largest_group)
    return "the device's work-groups are too small";
  if (local_bytes(p, distinct_passes(p), tuning) > facts.gpu.local_bytes)
    return "the tile does not fit into the device's local memory";
  return {};
}

Offer direct_offer(const Problem& p, const DeviceFacts& facts, const DirectGpuTuning& tuning,
                   const Loop& loop) {
  const int steps = step_count(p);
  std::vector<Pass> passes = direct_passes(p);
  return {.error = mean_error(p, tuning.loop == DirectLoop::tile ? tuning.sums : Summation::blocks,
                              tuning.block),
          .seconds = mean_seconds(p, facts.gpu, static_cast<std::size_t>(steps),
                                  direct_taps(p) * steps / taps_per_second(p, facts.gpu, loop) +
                                      pixel_overhead(facts.gpu) * steps),
          .scratch = mean_scratch(p, passes, tuning.tile),
          .passes = std::move(passes),
          .tuning = tuning};
}

Answer offer_tile_with(const Problem& p, const DeviceFacts& facts, Summation sums,
                       const Loop& loop) {
  if (std::string why = mean_unsupported(p, facts.gpu); !why.empty()) return Refusal{why};
  const DirectGpuTuning tuning = tile_tuning(p, facts, sums);
  if (std::string why = tile_unsupported(p, facts, tuning); !why.empty()) return Refusal{why};
  return direct_offer(p, facts, tuning, loop);
}

Answer offer_tile(const Problem& p, const DeviceFacts& facts) {
  return offer_tile_with(p, facts, sums_of(p), tile_loop);
}

Answer offer_tile_columns(const Problem& p, const DeviceFacts& facts) {
  if (p.type != PixelType::u16)
    return Refusal{
        "sums of whole columns are for 16-bit images: they are in \"tile\" for bytes, and "
        "too coarse for floats"};
  if (step_count(p) > 1) return Refusal{"sums of whole columns support only one iteration"};
  const PixelForm form = form_of(p);
  if (!form.has_distances() || form.guided() || form.layout.groups > 1)
    return Refusal{
        "sums of whole columns are for distances l2 and l1 between the image's own pixels"};
  return offer_tile_with(p, facts, Summation::columns, columns_loop);
}

Answer offer_gpu_plain(const Problem& p, const DeviceFacts& facts) {
  if (std::string why = mean_unsupported(p, facts.gpu); !why.empty()) return Refusal{why};
  return direct_offer(p, facts, plain_tuning(p, facts), plain_loop);
}

Candidate direct_candidate(std::string_view name,
                           Answer (*offer)(const Problem&, const DeviceFacts&)) {
  return {.name = name,
          .platform = Platform::gpu,
          .paper = "tomasi1998",
          .third_axis = true,
          .serves = is_window_mean,
          .offer = offer};
}

}  // namespace

Candidate gpu_tile() {
  return direct_candidate("tile", offer_tile);
}

Candidate gpu_tile_columns() {
  return direct_candidate("tile_columns", offer_tile_columns);
}

Candidate gpu_plain() {
  return direct_candidate("plain", offer_gpu_plain);
}

}  // namespace selvage::planner
