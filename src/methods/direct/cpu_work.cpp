// SPDX-License-Identifier: Apache-2.0
#include "methods/direct/cpu_work.hpp"

#include <algorithm>
#include <variant>

#include "core/checked.hpp"
#include "filters/mean_passes.hpp"
#include "filters/window.hpp"
#include "methods/direct/pair_shape.hpp"
#include "methods/direct/tile_shape.hpp"

namespace selvage::planner {

std::vector<Part> parts_of(const std::vector<Pass>& passes) {
  std::vector<Part> parts;
  for (const Pass& pass : passes) {
    const auto& step = std::get<WindowMean>(pass.step);
    const auto same = std::ranges::find_if(
        parts, [&](const Part& part) { return part.reads == pass.reads && part.step == step; });
    if (same == parts.end())
      parts.push_back({step, pass.reads});
    else
      ++same->times;
  }
  return parts;
}

PlaneLayout layout_of(const Problem& p, const WindowMean& step) {
  return plane_layout(step, p, true);
}

double work(const Problem& p, const WindowMean& step) {
  return window_taps(step) * p.width * p.height * p.depth * p.batch * layout_of(p, step).groups;
}

double sample_seconds(const Problem& p, const DeviceFacts& facts, const std::vector<Pass>& passes) {
  // To load and to store a sample on one core, half of the time each (docs/journal/0025).
  constexpr double byte_seconds = 0.7e-9, float_seconds = 1e-9, other_seconds = 1.3e-9;
  const auto each = [](PixelType type) {
    return type == PixelType::u8    ? byte_seconds
           : type == PixelType::f32 ? float_seconds
                                    : other_seconds;
  };
  // At worst a tile loads its part of every slice of its window (docs/journal/0093, 0096).
  constexpr double slice_seconds = 1e-9;
  double seconds = 0.0;
  for (const Pass& pass : passes) {
    const auto* const mean = std::get_if<WindowMean>(&pass.step);
    const double more_slices = mean == nullptr ? 0.0 : mean->slice_count() - 1.0;
    seconds += 0.5 * (each(pass.reads) + each(pass.writes)) + slice_seconds * more_slices;
  }
  // To multiply by alpha and to divide by it (docs/journal/0046).
  if (weighs_alpha(p)) seconds += 3e-9 * static_cast<double>(passes.size());
  return seconds * p.width * p.height * p.depth * p.batch * p.channels / facts.threads;
}

namespace {

// Returns whether a pass may run the loop over pairs of pixels. Bytes have loops of their own, and
// only passes after the first read no bytes.
bool has_pairs(const Problem& p, const WindowMean& step, const PlaneLayout& layout) {
  return PairShape::serves(step, layout) && (p.type != PixelType::u8 || step_count(p) > 1);
}

}  // namespace

// Tiles of 256 x 32 keep halo loads small relative to the taps and give small images to several
// threads, 64 x 32 where there are many planes. If one pixel of a pair lies above or beside the
// tile, the pair's weight serves the other pixel only, so tiles of pairs are larger (docs/journal/
// 0018, 0058, 0071). A tile takes at most 50 ms at `taps_per_second`, the speed of a slow core. The
// choice depends only on the window and, for pairs, on the image's width.
DirectTuning direct_tuning(const Problem& p, const WindowMean& step, double taps_per_second) {
  constexpr std::size_t largest_tile = std::size_t{16} << 20;  // bytes
  constexpr double longest_tile = 0.05;                        // seconds
  constexpr int few_planes = 16;
  constexpr int narrow_tile = 64, widest_pairs = 640;  // pixels
  const PlaneLayout layout = layout_of(p, step);
  const bool pairs = has_pairs(p, step, layout);
  DirectTuning tuning;
  if (layout.planes() > few_planes) tuning.tile.width = narrow_tile;
  if (pairs && layout.planes() <= few_planes)
    tuning.tile.width = std::clamp(p.width, tuning.tile.width, widest_pairs);
  const double tallest = pairs ? std::max(32, 8 * step.radius_y) : 32;
  const double taps = window_taps(step) * layout.groups;
  const double rows = longest_tile * taps_per_second / (taps * tuning.tile.width);
  tuning.tile.height = static_cast<int>(std::clamp(rows, 1.0, tallest));
  const auto bytes = [&] { return TileShape(layout, tuning, step, 64).bytes(sizeof(float)); };
  while (layout.planes() > few_planes && bytes() > largest_tile && tuning.tile.height > 8)
    tuning.tile.height /= 2;
  tuning.stream_rows = !pairs && bytes() > largest_tile;  // pairs need whole tiles
  return tuning;
}

std::size_t worker_bytes(const Problem& p, const WindowMean& step, const DirectTuning& tuning,
                         int block, std::size_t real_bytes) {
  const PlaneLayout layout = layout_of(p, step);
  const TileShape tile(layout, tuning, step, block);
  const std::size_t bytes = tile.bytes(real_bytes);
  if (real_bytes != sizeof(float) || !has_pairs(p, step, layout)) return bytes;
  return checked_add(bytes,
                     PairShape(step.radius_x, step.radius_y, tile.stride).bytes(layout.groups));
}

ScratchBytes scratch_of(const Problem& p, const DeviceFacts& facts, std::size_t worker,
                        int passes) {
  const auto images = static_cast<std::size_t>(std::min(passes - 1, 2));
  return {.host = checked_add(
              checked_mul(worker, facts.threads),
              checked_mul(images, sizeof(float), p.width, p.height, p.depth, p.channels, p.batch))};
}

}  // namespace selvage::planner
