// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "core/checked.hpp"
#include "filters/window.hpp"
#include "methods/upsampling/upsampling.hpp"
#include "methods/upsampling/upsampling_shape.hpp"
#include "planner/error_terms.hpp"

namespace selvage::planner {
namespace {

// The speeds are those of docs/journal/0007, rounded.
constexpr double plain_taps_per_second = 6e7;  // one core; each tap is computed twice

double pixels_of(const Problem& p) {
  return double{1} * p.width * p.height * p.batch;
}

// Returns the error of sums in single precision. Weights are relative to a power of two near the
// largest, so an exponent exceeds the one relative to the largest weight by less than 1; it is
// rounded once, to single precision.
double error_of(const Problem& p, double weight, double additions, double last_steps) {
  const double taps = window_taps(Upsampling(p).window);
  const bool weighs = weighs_alpha(p);
  const double exponent = (weighs ? weighted_exponent(taps) : mean_exponent(taps)) + 1.0;
  const auto sums_error = weighs ? weighted_error : planner::sums_error;
  return sums_error({.weight = weight + upsample_exponents_error(p),
                     .roundings = 1.0,
                     .additions = additions,
                     .last_steps = last_steps},
                    exponent);
}

// Tiles of 256 x 32 spread small images over several threads. A tile takes at most 50 ms on a slow
// core, unless it has only 16 pixels.
Tile tile_of(const Problem& p, double taps_per_second) {
  Tile tile;
  const double pixels = 0.05 * taps_per_second / upsample_taps(Upsampling(p));
  tile.height = static_cast<int>(std::clamp(pixels / tile.width, 1.0, 32.0));
  while (tile.width > std::max(pixels, 16.0)) tile.width /= 2;
  return tile;
}

// The last steps are the difference from the holder's value, the product, the quotient, and the
// addition of the holder's value.
double upsample_error(const Problem& p) {
  return error_of(p, exp2_error(upsample_degree(p.type == PixelType::u8)), upsample_block, 4.0);
}

// A tap takes two vectors of doubles for each distance plane and the exponent, and one of floats
// for weights and values; each sum over 16 taps is converted once.
double upsample_seconds(const Problem& p, const DeviceFacts& facts) {
  const Upsampling u(p);
  constexpr double instructions_per_second = 5e9;  // of vectors, one core (docs/journal/0007)
  constexpr double of_pixel = 800.0;  // splits rows into short sums, reads and stores pixels
  const double of_tap = 35.0 + (u.layout.l1 ? 12.0 : 10.0) * u.layout.distance_planes +
                        4.0 * u.layout.sums() + (p.type == PixelType::u8 ? 0.0 : 2.0);
  const double instructions = upsample_taps(u) * of_tap + u.layout.groups * of_pixel;
  return pixels_of(p) * instructions /
         (instructions_per_second * facts.simd_floats * facts.threads);
}

// All is in double precision: the sums have n roundings of 2^-53, and distance planes are rounded
// relative to full scale.
double plain_upsample_error(const Problem& p) {
  const Upsampling u(p);
  // Products with alpha are in single precision.
  const double products = u.layout.weighs ? 2.0 * ulp : 0.0;
  const double sums = (u.layout.weighs ? 8.0 : 4.0) * window_taps(u.window) * 0x1p-53;
  return sums + products + upsample_exponents_error(p) +
         64.0 * 0x1p-53 / std::min(1.0, double{u.filter.sigma_range});
}

double plain_upsample_seconds(const Problem& p, const DeviceFacts& facts) {
  constexpr double of_pixel = 2e-8;  // reads and stores the pixel
  const double seconds = upsample_taps(Upsampling(p)) / plain_taps_per_second + of_pixel;
  return pixels_of(p) * seconds / facts.threads;
}

// `block` is the number of pixels that an inner loop computes at a time.
Offer upsample_offer(const Problem& p, const DeviceFacts& facts, const Tile& tile, int block,
                     std::size_t real_bytes) {
  return {.scratch = {.host = upsample_bytes(Upsampling(p), tile.width, block, real_bytes,
                                             facts.threads)},
          .passes = upsample_passes(p),
          .tuning = TileTuning{tile}};
}

Answer offer_upsample(const Problem& p, const DeviceFacts& facts) {
  if (std::string why = no_vector_unit(facts); !why.empty()) return Refusal{why};
  Offer offer = upsample_offer(p, facts, tile_of(p, 3e8), facts.simd_floats, sizeof(float));
  offer.error = upsample_error(p);
  offer.seconds = upsample_seconds(p, facts);
  return offer;
}

Answer offer_plain_upsample(const Problem& p, const DeviceFacts& facts) {
  Offer offer = upsample_offer(p, facts, tile_of(p, plain_taps_per_second), 1, sizeof(double));
  offer.error = plain_upsample_error(p);
  offer.seconds = plain_upsample_seconds(p, facts);
  return offer;
}

}  // namespace

bool is_upsampling(const Filter& filter) {
  return std::holds_alternative<JointUpsampling>(filter);
}

double upsample_exponents_error(const Problem& p) {
  constexpr double largest = 2.0 * 0.72135 * 1000.0 * 1000.0;
  const double roundings = 10.0 + 2.0 * Upsampling(p).layout.distance_planes;
  return std::log(2.0) * roundings * 0x1p-53 * largest;
}

std::vector<Pass> upsample_passes(const Problem& p) {
  return {{.name = name(p.filter),
           .step = std::get<JointUpsampling>(p.filter),
           .reads = p.type,
           .writes = p.type}};
}

double upsample_taps(const Upsampling& u) {
  return window_taps(u.window) * u.layout.groups;
}

Candidate cpu_upsample() {
  return {.name = "upsample",
          .platform = Platform::cpu,
          .paper = "kopf2007",
          .uses_simd = true,
          .serves = is_upsampling,
          .offer = offer_upsample};
}

Candidate cpu_plain_upsample() {
  return {.name = "plain_upsample",
          .platform = Platform::cpu,
          .paper = "kopf2007",
          .serves = is_upsampling,
          .offer = offer_plain_upsample};
}

}  // namespace selvage::planner
