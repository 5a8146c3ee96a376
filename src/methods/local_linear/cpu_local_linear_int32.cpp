// SPDX-License-Identifier: Apache-2.0
// Candidate "local_linear_int32" of CPUs: when it serves, its time, memory and tuning.
#include <algorithm>

#include "methods/local_linear/int32_shape.hpp"
#include "methods/local_linear/local_linear.hpp"

namespace selvage::planner {
namespace {

constexpr int int32_tile = 512;  // pixels: the rows that are remembered stay in a cache

// Instructions for a vector of a plane, and those per second of one core (docs/journal/0057).
constexpr double whole_plane = 12.0, whole_instructions = 3e9;

std::string int32_unsupported(const Problem& p, const DeviceFacts& facts) {
  if (std::string why = no_vector_unit(facts); !why.empty()) return why;
  return whole_sums_unsupported(p);
}

Tile int32_tile_of(const Problem& p, const DeviceFacts& facts) {
  const int radius = guided_of(p).radius, width = std::max(int32_tile, 16 * radius);
  // The rows above and below a tile are extra work, so tiles are tall, and as many as threads need.
  const int across = (p.width + width - 1) / width;
  const int down = std::max(1, 2 * facts.threads / (across * std::max(p.batch, 1)));
  return {.width = width, .height = std::max({64, 8 * radius, (p.height + down - 1) / down})};
}

double int32_seconds(const Problem& p, const DeviceFacts& facts, const Tile& tile) {
  const LinearPlanes planes(p);
  const double radius = guided_of(p).radius, n = planes.guides;
  const double around = (1.0 + 3.0 * radius / tile.width) *
                        (1.0 + 3.0 * radius / std::max(1, std::min(tile.height, p.height)));
  const double solving = 2.0 * (2.0 * planes.pixel_planes() + n * n * (n + planes.values) + 20.0);
  const double vectors = (planes.pixel_planes() + planes.model_planes()) * whole_plane + solving;
  const double pixels = 1.0 * p.width * p.height * p.batch;
  return pixels * around * (vectors / std::max(facts.simd_floats, 1) + 12.0) /
         (whole_instructions * std::max(facts.threads, 1));
}

Answer offer_local_linear_int32(const Problem& p, const DeviceFacts& facts) {
  if (std::string why = int32_unsupported(p, facts); !why.empty()) return Refusal{why};
  const Tile tile = int32_tile_of(p, facts);
  return Offer{.error = whole_sums_error(p),
               .seconds = int32_seconds(p, facts, tile),
               .scratch = {.host = checked_mul(Int32Shape(p, tile).bytes(), facts.threads)},
               .passes = local_linear_passes(p),
               .tuning = TileTuning{tile}};
}

}  // namespace

Candidate cpu_local_linear_int32() {
  return {.name = "local_linear_int32",
          .platform = Platform::cpu,
          .paper = "he2013",
          .uses_simd = true,
          .serves = is_guided,
          .offer = offer_local_linear_int32};
}

}  // namespace selvage::planner
