// SPDX-License-Identifier: Apache-2.0
#include "planner/cpu_direct.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/checked.hpp"
#include "core/narrow_weights.hpp"
#include "core/tile_shape.hpp"
#include "core/window.hpp"
#include "planner/direct_steps.hpp"
#include "planner/error_terms.hpp"
#include "planner/narrow_error.hpp"

namespace selvage::planner {
namespace {

// Speeds are those of docs/journal/0001, rounded.
constexpr double plain_planes_per_second = 5e7;  // taps x planes of a group, one core

// As the most precise of the loops reads it.
PlaneLayout layout_of(const Problem& p) {
  return plane_layout(main_step(p), p, true);
}

int columns(const Problem& p) {
  return 2 * main_step(p).largest_radius() + 1;
}

// Taps of all channels' distances and sums in an iteration.
double work(const Problem& p) {
  const WindowMean f = main_step(p);
  return window_taps(f) * p.width * p.height * p.batch * layout_of(p).groups * step_count(p);
}

// Tiles of 256 x 32 keep halo loads small beside the taps and give small images to several threads;
// a piece of work takes at most 50 ms at `taps_per_second`, that of a slow core. The choice depends
// on the window alone, never on the image's size.
Tuning direct_tuning(const Problem& p, double taps_per_second) {
  constexpr std::size_t largest_tile = std::size_t{16} << 20;  // bytes
  constexpr double longest_piece = 0.05;                       // seconds
  const WindowMean f = main_step(p);
  const PlaneLayout layout = layout_of(p);
  Tuning tuning;
  const double taps = window_taps(f) * layout.groups;
  const double rows = longest_piece * taps_per_second / (taps * tuning.tile_width);
  tuning.tile_height = static_cast<int>(std::clamp(rows, 1.0, 32.0));
  tuning.stream_rows = TileShape(layout, tuning, f, 64).bytes(sizeof(float)) > largest_tile;
  return tuning;
}

// All workers, and what lies between iterations.
ScratchBytes scratch(const Problem& p, const DeviceFacts& facts, const Tuning& tuning, int block,
                     std::size_t real_bytes) {
  const TileShape shape(layout_of(p), tuning, main_step(p), block);
  const std::size_t images = static_cast<std::size_t>(std::min(step_count(p) - 1, 2));
  return {.host = checked_add(
              checked_mul(shape.bytes(real_bytes), facts.threads),
              checked_mul(images, sizeof(float), p.width, p.height, p.channels, p.batch))};
}

}  // namespace

std::string simd_unsupported(const Problem&, const DeviceFacts& facts) {
  return facts.simd.empty() ? "this processor has no vector unit that this build knows" : "";
}

double simd_error(const Problem& p, const DeviceFacts&) {
  const WindowMean f = main_step(p);
  const PlaneLayout layout = layout_of(p);
  const bool fine = p.type != PixelType::u8;
  const bool narrow = columns(p) <= 33;
  const double exponent = mean_exponent(window_taps(f));
  const int n = std::min(columns(p), 33);
  // Fine loops cut a row into equal pieces of up to 8 taps and add up those of a row before they go
  // on in double precision; in gray those of up to 4 rows, and both totals are rounded before they
  // are divided.
  const int pieces = (n + 7) / 8;
  const bool gray = layout.planes_of_group() == 1;
  const int longest = (n + pieces - 1) / pieces;
  const double fine_additions = longest + (gray ? std::max(4, pieces) + 1 : pieces);
  // Roundings of an exponent: difference (twice: it is squared), the sum over planes (likewise for
  // l1), square, gain, sum.
  const double planes = (layout.l1 ? 2.0 : 1.0) * (layout.distance_planes - 1);
  const double error = sums_error({.weight = !fine    ? 7.5e-5
                                             : narrow ? 2.8e-6
                                                      : 2.4e-7,  // exp2's degree 3, 4, 5
                                   .roundings = 3.0 + (is_integer(p.type) ? 0.0 : 2.0) + planes,
                                   .additions = fine ? fine_additions : 2.0 * n},
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

std::string simd16_unsupported(const Problem& p, const DeviceFacts& facts) {
  const WindowMean f = main_step(p);
  if (std::string why = simd_unsupported(p, facts); !why.empty()) return why;
  if (p.type != PixelType::u8) return "16-bit weights are for u8 alone";
  if (f.guide != Guide::own) return "16-bit weights are for distances of the image itself";
  const PlaneLayout layout = layout_of(p);
  if (layout.planes_of_group() > 1) return "16-bit weights are for one channel, or each by itself";
  if (step_count(p) > 1) return "16-bit weights are for one iteration";
  if (f.largest_radius() > 32) return "16-bit weights are for windows up to 65 columns";
  const narrow::Scale scale = narrow::scale(f, p);
  if (scale.doublings > narrow::largest_doublings || scale.samples < 8.0)
    return fmt::format("16-bit weights cannot serve sigma_range {:.2g}", f.sigma_range);
  return {};
}

Tuning simd16_tuning(const Problem& p, const DeviceFacts&) {
  return direct_tuning(p, 1e9);
}

double simd16_error(const Problem& p, const DeviceFacts&) {
  const WindowMean f = main_step(p);
  // Filled holes are means of rounded samples. Sums of 32 bits, of 8 pairs of taps or less, go on
  // in single precision; the last steps are those of simd_error.
  const double filled = f.fill ? 0.5 / narrow::scale(f, p).samples : 0.0;
  const int pieces_of_row = f.largest_radius() / 8 + 1;
  const double additions = columns(p) * pieces_of_row + 1.0;
  const double sums = (2.0 * additions + 6.0) * ulp;
  return std::max(narrow_error(f, p), filled) / 255.0 + sums;
}

double simd16_seconds(const Problem& p, const DeviceFacts& facts) {
  // Instructions of a vector of pixels; a row's last tap has half a pair to itself, and a row's
  // sums are turned into single precision (docs/journal/0004).
  const WindowMean f = main_step(p);
  const double taps = window_taps(f);
  const double instructions = 6.5 * taps + 13.5 * columns(p);
  return work(p) / taps * instructions / (5e9 * facts.simd_floats * facts.threads);
}

ScratchBytes simd16_scratch(const Problem& p, const DeviceFacts& facts) {
  return scratch(p, facts, simd16_tuning(p, facts), 4 * facts.simd_floats, sizeof(float));
}

std::string plain_unsupported(const Problem&, const DeviceFacts&) {
  return {};
}

// Double precision throughout: n roundings of 2^-53 in the sums, and distance planes that are
// rounded relative to full scale.
double plain_error(const Problem& p, const DeviceFacts&) {
  const WindowMean f = main_step(p);
  const double taps = window_taps(f);
  const double sums = 4.0 * taps * 0x1p-53;
  const double planes = 64.0 * 0x1p-53 / std::min(1.0, double{f.sigma_range});
  return sums + planes + ulp * (step_count(p) > 1 ? 1.0 : 0.0);
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

}  // namespace selvage::planner
