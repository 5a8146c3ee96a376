// SPDX-License-Identifier: Apache-2.0
#include "planner/geometry.hpp"

#include <algorithm>

#include "core/walk.hpp"
#include "planner/error_terms.hpp"

namespace selvage::planner {
namespace {

// docs/journal/0009, one core: vectors of taps of a channel, and what a pixel costs beside them.
constexpr double vectors_per_second = 1e9;
constexpr double pixel_seconds = 40e-9;

}  // namespace

bool is_geometry_guided(const Filter& filter) {
  return std::holds_alternative<GeometryGuided>(filter);
}

std::vector<Pass> walk_passes(const Problem& p) {
  return {{.name = name(p.filter), .step = walk_filter(p), .reads = p.type, .writes = p.type}};
}

std::string walk_unsupported(const Problem&, const DeviceFacts&) {
  return {};
}

Tuning walk_tuning(const Problem&, const DeviceFacts&) {
  return {.tile_width = 256, .tile_height = 32};
}

// Discontinuities are decided in double precision, as the definition's. Relative to the largest
// |sample|, in units of a rounding, of each of the two passes:
//   sums      8 within a piece (one of them the product's), 2 where the pieces are added up with
//             their rounding errors
//   weights   1: the mean of |x - mean| by their shares is at most the range / 2; 2 of their total
//   quotient  1
// The second pass averages what the first erred by. Weights that vanish are below 2^-100 of the
// centre's.
double walk_error(const Problem& p, const DeviceFacts&) {
  const double rounding = fits_single(walk_weights(walk_filter(p))) ? ulp : 0x1p-53;
  return 2.0 * (8.0 + 2.0 + 1.0 + 2.0 + 1.0) * rounding;
}

double walk_seconds(const Problem& p, const DeviceFacts& facts) {
  const double pixels = double{1} * p.width * p.height * p.batch;
  const double taps = 2.0 * (2.0 * walk_filter(p).radius + 1.0) * (1.0 + walked_channels(p));
  const double lanes = std::max(facts.simd_floats, 1);
  return pixels * (pixel_seconds + taps / (vectors_per_second * lanes)) / facts.threads;
}

ScratchBytes walk_scratch(const Problem& p, const DeviceFacts& facts) {
  const WalkShape shape(p, walk_tuning(p, facts));
  const bool single = fits_single(walk_weights(walk_filter(p)));
  return {.host = shape.bytes(single ? sizeof(float) : sizeof(double), facts.threads)};
}

}  // namespace selvage::planner
