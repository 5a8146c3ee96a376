// SPDX-License-Identifier: Apache-2.0
#include "planner/gpu_direct.hpp"

#include <algorithm>

#include "core/window.hpp"
#include "planner/direct_steps.hpp"
#include "planner/error_terms.hpp"
#include "planner/gpu_means.hpp"
#include "planner/gpu_tiles.hpp"

namespace selvage::planner {
namespace {

// Of a pixel in a pass.
double direct_taps(const Problem& p) {
  return window_taps(main_step(p)) * form_of(p).layout.groups;
}

// Steps that are repeated count once.
std::vector<Pass> distinct_passes(const Problem& p) {
  std::vector<Pass> passes = direct_passes(p);
  passes.erase(std::ranges::unique(passes).begin(), passes.end());
  return passes;
}

// One sum for all taps of bytes where that is exact enough, in windows that are small anyway.
Sums sums_of(const Problem& p) {
  if (p.type != PixelType::u8) return Sums::pieces;
  const bool small =
      window_taps(main_step(p)) <= 600 && mean_error(p, Sums::flat, 0) <= exact_error(p.type);
  return small ? Sums::flat : Sums::columns;
}

Tuning tuning_of(const Problem& p, const GpuFacts& gpu, const Loop& loop) {
  Tuning tuning =
      mean_tuning(p, gpu, direct_passes(p), direct_taps(p), taps_per_second(p, gpu, loop));
  tuning.sums = sums_of(p);
  return tuning;
}

// Every pass of the problem can have four words for each pixel.
bool wide_is_possible(const Problem& p, const std::vector<Pass>& passes) {
  return std::ranges::all_of(passes, [&](const Pass& pass) {
    return can_be_wide(pixel_form(std::get<WindowMean>(pass.step), pass.reads, p));
  });
}

// docs/journal/0005: eight rows for each work-item where their sums fit into registers and columns
// are long enough for them, else five or four (on processors two, since code for more takes seconds
// to compile).
void choose_rows(const Problem& p, const GpuFacts& gpu, Tuning& tuning) {
  const PixelForm form = form_of(p);
  const PlaneLayout& layout = form.layout;
  const bool apart = form.guided() && !form.guide_bytes();
  const bool bytes = p.type == PixelType::u8 && layout.groups == 1 && !apart;
  const bool gray = layout.averaged == 1 && form.guide_planes() <= 1;
  const bool few_sums = bytes || gray;
  const bool short_columns = main_step(p).radius_y <= 5;
  if (gpu.is_processor) {
    tuning.group_rows = 2;
    if (tuning.sums == Sums::flat) tuning.sums = Sums::columns;
  } else if (!few_sums || (short_columns && !bytes)) {
    tuning.group_rows = 4;
    tuning.groups_at_once = 2;
  } else {
    tuning.group_rows = short_columns ? 5 : 8;
    tuning.group_height = 4;
    const bool flat = tuning.sums == Sums::flat;
    const bool many_registers = layout.sums() == 4 || tuning.sums == Sums::columns || form.holes;
    if (layout.sums() == 1)
      tuning.groups_at_once = !bytes ? (form.guided() ? 4 : 5) : flat ? 8 : 6;
    else
      tuning.groups_at_once = many_registers ? 4 : short_columns ? 7 : 5;
  }
}

}  // namespace

std::string gpu_tile_unsupported(const Problem& p, const DeviceFacts& facts) {
  if (std::string why = mean_unsupported(p, facts.gpu); !why.empty()) return why;
  const Tuning tuning = gpu_tile_tuning(p, facts);
  if (tuning.group_width * tuning.group_height > facts.gpu.largest_group)
    return "its work-groups are larger than the device's";
  if (local_bytes(p, distinct_passes(p), tuning) > facts.gpu.local_bytes)
    return "the tile does not fit into the device's local memory";
  return {};
}

// Then narrower pixels and fewer rows until a tile fits into local memory.
Tuning gpu_tile_tuning(const Problem& p, const DeviceFacts& facts) {
  constexpr std::size_t two_tiles = std::size_t{100} << 10;  // so that two groups share a unit
  const std::vector<Pass> passes = distinct_passes(p);
  Tuning tuning = tuning_of(p, facts.gpu, tile_loop);
  choose_rows(p, facts.gpu, tuning);
  const auto bytes = [&] { return local_bytes(p, passes, tuning); };
  tuning.wide = wide_is_possible(p, passes);
  if (tuning.wide) tuning.wide = bytes() <= std::min(facts.gpu.local_bytes, two_tiles);
  while (tuning.group_rows > 1 && bytes() > facts.gpu.local_bytes) tuning.group_rows /= 2;
  tuning.piece = piece_of(p, tuning.group_rows > 4 ? 8 : 4);  // a multiple of the rows
  return tuning;
}

double gpu_tile_error(const Problem& p, const DeviceFacts& facts) {
  const Tuning tuning = gpu_tile_tuning(p, facts);
  return mean_error(p, tuning.sums, tuning.piece);
}

double gpu_tile_seconds(const Problem& p, const DeviceFacts& facts) {
  const int steps = step_count(p);
  return mean_seconds(p, facts.gpu, tile_loop, static_cast<std::size_t>(steps),
                      direct_taps(p) * steps);
}

ScratchBytes gpu_tile_scratch(const Problem& p, const DeviceFacts& facts) {
  return mean_scratch(p, direct_passes(p), gpu_tile_tuning(p, facts));
}

std::string gpu_plain_unsupported(const Problem& p, const DeviceFacts& facts) {
  return mean_unsupported(p, facts.gpu);
}

Tuning gpu_plain_tuning(const Problem& p, const DeviceFacts& facts) {
  Tuning tuning = tuning_of(p, facts.gpu, plain_loop);
  tuning.piece = piece_of(p, 4);
  shrink_groups(tuning, facts.gpu);
  return tuning;
}

double gpu_plain_error(const Problem& p, const DeviceFacts& facts) {
  return mean_error(p, Sums::pieces, gpu_plain_tuning(p, facts).piece);
}

double gpu_plain_seconds(const Problem& p, const DeviceFacts& facts) {
  const int steps = step_count(p);
  return mean_seconds(p, facts.gpu, plain_loop, static_cast<std::size_t>(steps),
                      direct_taps(p) * steps);
}

ScratchBytes gpu_plain_scratch(const Problem& p, const DeviceFacts& facts) {
  return mean_scratch(p, direct_passes(p), gpu_plain_tuning(p, facts));
}

}  // namespace selvage::planner
