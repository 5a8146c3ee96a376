// SPDX-License-Identifier: Apache-2.0
// Candidate "sliding_box": when it serves, its error, time, memory and tuning.
#include <algorithm>

#include "filters/mean_passes.hpp"
#include "methods/convolution/linear_plans.hpp"
#include "methods/convolution/sum_order.hpp"
#include "methods/convolution/tuning.hpp"
#include "methods/sliding_box/sliding_shape.hpp"
#include "planner/error_terms.hpp"

namespace selvage::planner {
namespace {

// Pixels, whose sums stay in a core's first-level cache.
int sliding_segment(int channels) {
  return std::max(1, 2048 / std::max(channels, 4));
}

int radius_of(const Problem& p) {
  return std::get<Box>(p.filter).radius;
}

double sliding_samples(const Problem& p) {
  return 1.0 * p.width * p.height * p.channels * p.batch * step_count(p);
}

bool is_box(const Filter& filter) {
  return std::holds_alternative<Box>(filter);
}

std::string sliding_unsupported(const Problem& p, const DeviceFacts& facts) {
  if (std::string why = no_vector_unit(facts); !why.empty()) return why;
  if (is_integer(p.type) && (p.mask || std::get<Box>(p.filter).invalid))
    return "integer sums support neither masks nor `invalid`";
  return {};
}

// Tall tiles, since the rows above the first one are extra work, but of at most 50 ms.
Tile sliding_tile(const Problem& p, const DeviceFacts& facts) {
  constexpr double samples_per_second = 5e8;  // of a slow core
  constexpr double longest_tile = 0.05;       // seconds
  const SlidingShape shape(radius_of(p), p.channels, p.type);
  const double highest = longest_tile * samples_per_second / (1.0 * shape.width * p.channels);
  const int wanted = std::max({32, 2 * shape.radius, p.height / (4 * facts.threads)});
  int rows = std::max(1, static_cast<int>(std::min(highest, double(wanted))));
  if (!is_integer(p.type)) rows = std::max(1, rows / shape.block) * shape.block;
  return {.width = shape.width, .height = rows};
}

// Column sums are exact for integers. For floats they are double-precision sums of samples of the
// window only, rounded once. Then come the sum along the row, the scale of the mean, and that of
// the type; a mean of fewer taps adds a quotient, a product and the roundings of the counts. Where
// alpha weights the colours, both sums have these errors, and products of floats one more; no term
// is below 0, so that they are relative to the sums themselves (see rounded_sum_error).
double sliding_error(const Problem& p) {
  const int side = 2 * radius_of(p) + 1;
  const double roundings = fourfold_sum(side).roundings + 8.0, columns = 2.0 * side * 0x1p-53;
  if (!weighs_alpha(p)) return roundings * ulp + columns;
  return (2.0 * roundings + 7.0) * ulp + 2.0 * columns;
}

double sliding_seconds(const Problem& p, const DeviceFacts& facts) {
  const SlidingShape shape(radius_of(p), p.channels, p.type);
  const FourfoldSum row = fourfold_sum(2 * shape.radius + 1);
  // Instructions per vector of floats (docs/journal/0010). Columns that are loaded beyond the tile
  // come on top.
  double instructions = 14.0 + 7.0 * row.levels + 1.5 * row.terms;
  const double around = 1.0 + 2.0 * shape.radius / double(shape.width);
  if (!is_integer(p.type)) instructions += 24.0 + 8.0 * (2.0 * shape.radius + 1.0) / shape.block;
  // Products of whole rows that enter and leave (docs/journal/0046).
  if (weighs_alpha(p)) instructions += is_integer(p.type) ? 18.0 : 0.0;
  instructions += weighting_instructions(p);
  return sliding_samples(p) * instructions * around /
         (line_instructions_per_second * facts.simd_floats * facts.threads);
}

ScratchBytes sliding_scratch(const Problem& p, const DeviceFacts& facts) {
  const SlidingShape shape(radius_of(p), p.channels, p.type);
  const int steps = step_count(p);
  const SlidingShape between(radius_of(p), p.channels, PixelType::f32);
  const std::size_t floats = steps > 1 ? checked_mul(2, between.bytes(PixelType::f32)) : 0;
  const std::size_t images = static_cast<std::size_t>(std::min(steps - 1, 2));
  return {.host = checked_add(
              checked_mul(checked_add(shape.bytes(p.type, weighs_alpha(p)), floats), facts.threads),
              checked_mul(images, sizeof(float), p.width, p.height, p.channels, p.batch))};
}

Answer offer_sliding_box(const Problem& p, const DeviceFacts& facts) {
  if (std::string why = sliding_unsupported(p, facts); !why.empty()) return Refusal{why};
  return Offer{
      .error = sliding_error(p),
      .seconds = sliding_seconds(p, facts),
      .scratch = sliding_scratch(p, facts),
      .passes = linear_passes(p),
      .tuning = LineTuning{.tile = sliding_tile(p, facts), .segment = sliding_segment(p.channels)}};
}

}  // namespace

Candidate cpu_sliding_box() {
  return {.name = "sliding_box",
          .platform = Platform::cpu,
          .paper = "mcdonnell1981",
          .channels = max_channels,
          .uses_simd = true,
          .serves = is_box,
          .offer = offer_sliding_box};
}

}  // namespace selvage::planner
