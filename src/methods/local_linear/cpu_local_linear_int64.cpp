// SPDX-License-Identifier: Apache-2.0
// Candidate "local_linear_int64" of CPUs: when it serves, its time, memory and tuning.
#include <algorithm>

#include "methods/local_linear/int64_shape.hpp"
#include "methods/local_linear/local_linear.hpp"

namespace selvage::planner {
namespace {

// See docs/journal/0057: pixels of a tile times planes of models; instructions for a vector per
// second of one core.
constexpr int int64_tile = 6144;
constexpr double fixed_instructions = 4e9;

std::string int64_unsupported(const Problem& p, const DeviceFacts& facts) {
  if (std::string why = no_vector_unit(facts); !why.empty()) return why;
  return int64_sums_unsupported(p);
}

Tile int64_tile_of(const Problem& p, const DeviceFacts& facts) {
  const int radius = guided_of(p).radius;
  const int width = std::max(int64_tile / LinearPlanes(p).uncounted().model_planes(), 16 * radius);
  // The rows above and below a tile are extra work, so tiles are tall, and as many as threads need.
  const int across = (p.width + width - 1) / width;
  const int down = std::max(1, 2 * facts.threads / (across * std::max(p.batch, 1)));
  return {.width = width, .height = std::max({64, 8 * radius, (p.height + down - 1) / down})};
}

double int64_seconds(const Problem& p, const DeviceFacts& facts, const Tile& tile) {
  const LinearPlanes planes = LinearPlanes(p).uncounted();
  const double radius = guided_of(p).radius, n = planes.guides;
  const double around = (1.0 + 3.0 * radius / tile.width) *
                        (1.0 + 3.0 * radius / std::max(1, std::min(tile.height, p.height)));
  const double solving = n * n * (n + planes.values) + 20.0;
  const double vectors = 18.0 * planes.pixel_planes() + 16.0 * planes.model_planes() + solving;
  const double pixels = 1.0 * p.width * p.height * p.batch;
  return pixels * around * (vectors / std::max(facts.simd_floats / 2, 1) + 12.0) /
         (fixed_instructions * std::max(facts.threads, 1));
}

Answer offer_local_linear_int64(const Problem& p, const DeviceFacts& facts) {
  if (std::string why = int64_unsupported(p, facts); !why.empty()) return Refusal{why};
  const Tile tile = int64_tile_of(p, facts);
  const std::size_t each =
      checked_add(Int64Shape(p, tile).bytes(),
                  Int64Scale(p).checks() ? LocalLinearShape(p, tile).bytes() : std::size_t{0});
  return Offer{.error = int64_sums_error(p),
               .seconds = int64_seconds(p, facts, tile),
               .scratch = {.host = checked_mul(each, facts.threads)},
               .passes = local_linear_passes(p),
               .tuning = TileTuning{tile}};
}

}  // namespace

Candidate cpu_local_linear_int64() {
  return {.name = "local_linear_int64",
          .platform = Platform::cpu,
          .paper = "he2013",
          .uses_simd = true,
          .serves = is_guided,
          .offer = offer_local_linear_int64};
}

}  // namespace selvage::planner
