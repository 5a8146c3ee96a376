// SPDX-License-Identifier: Apache-2.0
// Candidate "local_linear" of CPUs: its time, memory and tuning.
#include <algorithm>
#include <cstdint>

#include "methods/local_linear/local_linear.hpp"
#include "methods/local_linear/local_linear_shape.hpp"
#include "planner/error_terms.hpp"

namespace selvage::planner {
namespace {

constexpr int grid_tile = 384;  // pixels of the grid: see docs/journal/0045

// Instructions for a vector of doubles, and vectors per second of one core (docs/journal/0040).
constexpr double linear_vectors = 3e9;
constexpr double linear_pixel = 6e-9;  // loading and storing

Tile linear_tile_of(const Problem& p, const DeviceFacts& facts) {
  const Fitting fitting(p);
  const int radius = grid_radius(fitting.filter);
  const auto pixels_of = [](int columns, const FittedAxis& axis, int most) {
    const std::int64_t pixels = columns * axis.unit / axis.scale;
    return static_cast<int>(std::clamp<std::int64_t>(pixels, 1, std::max(most, 1)));
  };
  const int width = pixels_of(std::max(grid_tile, 4 * radius), fitting.x, 1 << 20);
  // The rows above and below a tile are extra work, so tiles are tall, and as many as threads need.
  const int across = std::max(1, (p.width + width - 1) / width);
  const int down = std::max(1, 2 * facts.threads / (across * std::max(p.batch, 1)));
  const int height =
      std::max({64, pixels_of(8 * radius, fitting.y, 1 << 20), (p.height + down - 1) / down});
  return {.width = width, .height = height};
}

double linear_seconds(const Problem& p, const DeviceFacts& facts, const Tile& tile) {
  const Fitting fitting(p);
  const LinearPlanes planes(p);
  const int radius = grid_radius(fitting.filter);
  const BinarySum sum(2 * radius + 1);
  const double columns = fitting.grid_columns(tile.width);
  const double rows = fitting.grid_rows(std::max(1, std::min(tile.height, p.height)));
  const double around = (1.0 + 3.0 * radius / columns) * (1.0 + 3.0 * radius / rows);
  const double pixels = 1.0 * p.width * p.height * p.batch;
  const double each = 6.0 * sum.additions() + 4.0;  // of a plane
  const double solving = 4.0 * planes.guides * planes.guides * (planes.guides + planes.values) + 20;
  const double vectors =
      around * ((planes.pixel_planes() + planes.model_planes()) * each + solving);
  const double lanes = std::max(facts.simd_floats / 2, 1);
  return pixels * (vectors / (fitting.pixels_of_each() * lanes * linear_vectors) + linear_pixel) /
         std::max(facts.threads, 1);
}

Answer offer_local_linear(const Problem& p, const DeviceFacts& facts) {
  if (std::string why = no_vector_unit(facts); !why.empty()) return Refusal{why};
  const Tile tile = linear_tile_of(p, facts);
  return Offer{
      .error = local_linear_error(p),
      .seconds = linear_seconds(p, facts, tile),
      .scratch = {.host = checked_add(checked_mul(LocalLinearShape(p, tile).bytes(), facts.threads),
                                      small_guide_bytes(p))},
      .passes = local_linear_passes(p),
      .tuning = TileTuning{tile}};
}

}  // namespace

Candidate cpu_local_linear() {
  return {.name = "local_linear",
          .platform = Platform::cpu,
          .paper = "he2013",
          .uses_simd = true,
          .serves = is_guided,
          .offer = offer_local_linear};
}

}  // namespace selvage::planner
