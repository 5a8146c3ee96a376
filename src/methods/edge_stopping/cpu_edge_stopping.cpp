// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "methods/edge_stopping/edge_stopping.hpp"
#include "methods/edge_stopping/edge_stopping_shape.hpp"
#include "methods/edge_stopping/tuning.hpp"
#include "planner/error_terms.hpp"

namespace selvage::planner {
namespace {

// Of docs/journal/0009, for one core: vectors of taps of a channel, and the remaining time per
// pixel.
constexpr double vectors_per_second = 1e9;
constexpr double pixel_seconds = 40e-9;

// Discontinuities are decided in double precision, as the definition requires. The error relative
// to the largest |sample|, in roundings, of each of the two passes:
//   sums      8 within a summation block (one of the product), 2 where blocks are added with their
//             rounding errors
//   weights   1: the mean of |x - mean| by weight is at most half of the range; 2 of their total
//   quotient  1
// The second pass averages the errors of the first. Weights that vanish are below 2^-100 of the
// centre's.
double edge_stopping_error(const Problem& p) {
  const double rounding = fits_single(edge_stopping_weights(geometry_of(p))) ? ulp : 0x1p-53;
  return 2.0 * (edge_stopping_block + 2.0 + 1.0 + 2.0 + 1.0) * rounding;
}

double edge_stopping_seconds(const Problem& p, const DeviceFacts& facts) {
  const double pixels = double{1} * p.width * p.height * p.batch;
  const double taps = 2.0 * (2.0 * geometry_of(p).radius + 1.0) * (1.0 + averaged_channels(p));
  const double lanes = std::max(facts.simd_floats, 1);
  return pixels * (pixel_seconds + taps / (vectors_per_second * lanes)) / facts.threads;
}

Answer offer_edge_stopping(const Problem& p, const DeviceFacts& facts) {
  const Tile tile{.width = 256, .height = 32};
  const bool single = fits_single(edge_stopping_weights(geometry_of(p)));
  return Offer{.error = edge_stopping_error(p),
               .seconds = edge_stopping_seconds(p, facts),
               .scratch = {.host = EdgeStoppingShape(p, tile).bytes(
                               single ? sizeof(float) : sizeof(double), facts.threads)},
               .passes = edge_stopping_passes(p),
               .tuning = TileTuning{tile}};
}

}  // namespace

bool is_geometry_guided(const Filter& filter) {
  return std::holds_alternative<GeometryGuided>(filter);
}

std::vector<Pass> edge_stopping_passes(const Problem& p) {
  return {{.name = name(p.filter), .step = geometry_of(p), .reads = p.type, .writes = p.type}};
}

Candidate cpu_edge_stopping() {
  return {.name = "edge_stopping",
          .platform = Platform::cpu,
          .paper = "convolution_sheet",
          .channels = max_channels,
          .uses_simd = true,
          .serves = is_geometry_guided,
          .offer = offer_edge_stopping};
}

}  // namespace selvage::planner
