// SPDX-License-Identifier: Apache-2.0
#include "planner/upsample.hpp"

#include <algorithm>
#include <cmath>

#include "core/checked.hpp"
#include "core/upsample.hpp"
#include "core/window.hpp"
#include "planner/error_terms.hpp"

namespace selvage::planner {
namespace {

// Speeds are those of docs/journal/0007, rounded.
constexpr double plain_taps_per_second = 6e7;  // one core; each tap is met twice

double pixels_of(const Problem& p) {
  return double{1} * p.width * p.height * p.batch;
}

// Sums in single precision of so many taps. The exponents of weights are less than one larger than
// where the largest weight is 1, and are rounded once when they are single numbers.
double error_of(const Problem& p, double weight, double additions, double last_steps) {
  const double exponent = mean_exponent(window_taps(Upsampling(p).window)) + 1.0;
  return sums_error({.weight = weight + upsample_exponents_error(p),
                     .roundings = 1.0,
                     .additions = additions,
                     .last_steps = last_steps},
                    exponent);
}

// Tiles of 256 x 32 give small images to several threads; one takes at most 50 ms on a slow core,
// down to 16 pixels.
Tuning tuning_of(const Problem& p, double taps_per_second) {
  Tuning tuning;
  const double pixels = 0.05 * taps_per_second / upsample_taps(Upsampling(p));
  tuning.tile_height = static_cast<int>(std::clamp(pixels / tuning.tile_width, 1.0, 32.0));
  while (tuning.tile_width > std::max(pixels, 16.0)) tuning.tile_width /= 2;
  return tuning;
}

ScratchBytes scratch_of(const Problem& p, const DeviceFacts& facts, const Tuning& tuning, int block,
                        std::size_t real_bytes) {
  return {.host =
              upsample_bytes(Upsampling(p), tuning.tile_width, block, real_bytes, facts.threads)};
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

std::string upsample_unsupported(const Problem&, const DeviceFacts& facts) {
  return facts.simd.empty() ? "this processor has no vector unit that this build knows" : "";
}

// exp2 of degree 3 for u8, else 5; up to 16 taps in a sum. Last: the difference from the holder's
// value, the product, the quotient, and the holder's value again.
double upsample_error(const Problem& p, const DeviceFacts&) {
  return error_of(p, p.type == PixelType::u8 ? 7.5e-5 : 2.4e-7, 16.0, 4.0);
}

Tuning upsample_tuning(const Problem& p, const DeviceFacts&) {
  return tuning_of(p, 3e8);
}

// Two vectors of doubles for each distance plane and the exponent, one of floats for weights and
// values; a sum over 16 taps goes through a conversion.
double upsample_seconds(const Problem& p, const DeviceFacts& facts) {
  const Upsampling u(p);
  constexpr double of_pixel = 800.0;  // rows are cut into short sums, and pixels read and stored
  const double of_tap = 35.0 + (u.layout.l1 ? 12.0 : 10.0) * u.layout.distance_planes +
                        4.0 * u.layout.sums() + (p.type == PixelType::u8 ? 0.0 : 2.0);
  const double instructions = upsample_taps(u) * of_tap + u.layout.groups * of_pixel;
  return pixels_of(p) * instructions / (5e9 * facts.simd_floats * facts.threads);
}

ScratchBytes upsample_scratch(const Problem& p, const DeviceFacts& facts) {
  return scratch_of(p, facts, upsample_tuning(p, facts), facts.simd_floats, sizeof(float));
}

std::string plain_upsample_unsupported(const Problem&, const DeviceFacts&) {
  return {};
}

// Double precision throughout: n roundings of 2^-53 in the sums, and distance planes that are
// rounded relative to full scale.
double plain_upsample_error(const Problem& p, const DeviceFacts&) {
  const Upsampling u(p);
  return 4.0 * window_taps(u.window) * 0x1p-53 + upsample_exponents_error(p) +
         64.0 * 0x1p-53 / std::min(1.0, double{u.filter.sigma_range});
}

Tuning plain_upsample_tuning(const Problem& p, const DeviceFacts&) {
  return tuning_of(p, plain_taps_per_second);
}

double plain_upsample_seconds(const Problem& p, const DeviceFacts& facts) {
  constexpr double of_pixel = 2e-8;  // reading and storing
  const double seconds = upsample_taps(Upsampling(p)) / plain_taps_per_second + of_pixel;
  return pixels_of(p) * seconds / facts.threads;
}

ScratchBytes plain_upsample_scratch(const Problem& p, const DeviceFacts& facts) {
  return scratch_of(p, facts, plain_upsample_tuning(p, facts), 1, sizeof(double));
}

}  // namespace selvage::planner
