// SPDX-License-Identifier: Apache-2.0
#include "planner/cpu_direct.hpp"

#include <algorithm>
#include <cmath>

#include "core/checked.hpp"
#include "core/tile_shape.hpp"
#include "core/window.hpp"
#include "planner/error_terms.hpp"

namespace selvage::planner {
namespace {

// Speeds are those of docs/journal/0001, rounded.
constexpr double plain_planes_per_second = 5e7;  // taps x planes of a group, one core

const Bilateral& bilateral(const Problem& p) {
  return std::get<Bilateral>(p.filter);
}

// As the most precise of the loops reads it.
PlaneLayout layout_of(const Problem& p) {
  return plane_layout(bilateral(p), p.channels, p.alpha, true);
}

int columns(const Problem& p) {
  return 2 * effective_radius(bilateral(p)) + 1;
}

// Taps of all channels' distances and sums in an iteration.
double work(const Problem& p) {
  const Bilateral& f = bilateral(p);
  return window_taps(f.window, effective_radius(f)) * p.width * p.height * p.batch *
         layout_of(p).groups * f.iterations;
}

// Tiles of 256 x 32 keep halo loads small beside the taps and give small images to several threads;
// a piece of work takes at most 50 ms at `taps_per_second`, that of a slow core. The choice depends
// on the window alone, never on the image's size.
Tuning direct_tuning(const Problem& p, double taps_per_second) {
  constexpr std::size_t largest_tile = std::size_t{16} << 20;  // bytes
  constexpr double longest_piece = 0.05;                       // seconds
  const Bilateral& f = bilateral(p);
  const int radius = effective_radius(f);
  const PlaneLayout layout = layout_of(p);
  Tuning tuning;
  const double taps = window_taps(f.window, radius) * layout.groups;
  const double rows = longest_piece * taps_per_second / (taps * tuning.tile_width);
  tuning.tile_height = static_cast<int>(std::clamp(rows, 1.0, 32.0));
  tuning.stream_rows = TileShape(layout, tuning, radius, 64).bytes(sizeof(float)) > largest_tile;
  return tuning;
}

// All workers, and what lies between iterations.
ScratchBytes scratch(const Problem& p, const DeviceFacts& facts, const Tuning& tuning, int block,
                     std::size_t real_bytes) {
  const TileShape shape(layout_of(p), tuning, effective_radius(bilateral(p)), block);
  const std::size_t images = static_cast<std::size_t>(std::min(bilateral(p).iterations - 1, 2));
  return {.host = checked_add(
              checked_mul(shape.bytes(real_bytes), facts.threads),
              checked_mul(images, sizeof(float), p.width, p.height, p.channels, p.batch))};
}

}  // namespace

std::string simd_unsupported(const Problem&, const DeviceFacts& facts) {
  return facts.simd.empty() ? "this processor has no vector unit that this build knows" : "";
}

double simd_error(const Problem& p, const DeviceFacts&) {
  const Bilateral& f = bilateral(p);
  const PlaneLayout layout = layout_of(p);
  const bool fine = p.type != PixelType::u8;
  const bool narrow = columns(p) <= 33;
  const double exponent = mean_exponent(window_taps(f.window, effective_radius(f)));
  const int n = std::min(columns(p), 33);
  constexpr int piece = 8;  // taps of a short sum
  const int pieces = (n + piece - 1) / piece;
  // Roundings of an exponent: difference (twice: it is squared), the sum over planes (likewise for
  // l1), square, gain, sum.
  const double planes = (layout.l1 ? 2.0 : 1.0) * (layout.distance_planes - 1);
  const double error = sums_error({.weight = !fine    ? 7.5e-5
                                             : narrow ? 2.8e-6
                                                      : 2.4e-7,  // exp2's degree 3, 4, 5
                                   .roundings = 3.0 + (is_integer(p.type) ? 0.0 : 2.0) + planes,
                                   .additions = fine ? std::min(n, piece) + pieces : 2.0 * n},
                                  exponent);
  // Fine loops read distances that were not rounded, or that are split in two.
  return fine ? error : error + rounded_planes_error(p, layout, exponent);
}

double simd_seconds(const Problem& p, const DeviceFacts& facts) {
  const PlaneLayout layout = layout_of(p);
  const bool fine = p.type != PixelType::u8;
  const double instructions = (facts.simd_floats >= 16 ? 6.0 : 8.0) + (fine ? 3.0 : 0.0) +
                              2.0 * layout.distance_planes + 1.0 * layout.sums() +
                              (layout.l1 ? 2.0 * layout.distance_planes : 0.0);
  const double taps_per_second = 5e9 * facts.simd_floats / instructions;
  return work(p) / (taps_per_second * facts.threads);
}

ScratchBytes simd_scratch(const Problem& p, const DeviceFacts& facts) {
  return scratch(p, facts, simd_tuning(p, facts), 4 * facts.simd_floats, sizeof(float));
}

std::string plain_unsupported(const Problem&, const DeviceFacts&) {
  return {};
}

// Double precision throughout: n roundings of 2^-53 in the sums, and distance planes that are
// rounded relative to full scale.
double plain_error(const Problem& p, const DeviceFacts&) {
  const Bilateral& f = bilateral(p);
  const double taps = window_taps(f.window, effective_radius(f));
  const double sums = 4.0 * taps * 0x1p-53;
  const double planes = 64.0 * 0x1p-53 / std::min(1.0, double{f.sigma_range});
  return sums + planes + ulp * (f.iterations > 1 ? 1.0 : 0.0);
}

double plain_seconds(const Problem& p, const DeviceFacts& facts) {
  return work(p) * layout_of(p).planes_of_group() / (plain_planes_per_second * facts.threads);
}

ScratchBytes plain_scratch(const Problem& p, const DeviceFacts& facts) {
  return scratch(p, facts, plain_tuning(p, facts), 1, sizeof(double));
}

Tuning simd_tuning(const Problem& p, const DeviceFacts&) {
  return direct_tuning(p, 1e9);
}

Tuning plain_tuning(const Problem& p, const DeviceFacts&) {
  return direct_tuning(p, plain_planes_per_second / layout_of(p).planes_of_group());
}

std::vector<Pass> iterated_passes(const Problem& p) {
  Bilateral once = bilateral(p);
  const int n = std::exchange(once.iterations, 1);
  std::vector<Pass> passes(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i)
    passes[static_cast<std::size_t>(i)] = {.name = "bilateral",
                                           .filter = once,
                                           .reads = i == 0 ? p.type : PixelType::f32,
                                           .writes = i == n - 1 ? p.type : PixelType::f32};
  return passes;
}

}  // namespace selvage::planner
