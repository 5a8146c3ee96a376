// SPDX-License-Identifier: Apache-2.0
// Candidate "separable_volume" of the CPU: Gaussian and box means of images with depth, whose
// weights are a product of three lines [treitel1971]. Rows of a slice are summed, then columns of
// these sums, then slices: as many taps as the three lines have, instead of their product. Here are
// its conditions, error, time, memory and tuning.
#include <algorithm>

#include "filters/mean_passes.hpp"
#include "methods/convolution/linear_plans.hpp"
#include "methods/separable/volume_shape.hpp"
#include "planner/error_terms.hpp"

namespace selvage::planner {
namespace {

// Seconds of a slow core for a sum: to load and to store it, and for a tap of a vector of floats
// (docs/journal/0096).
constexpr double sample_seconds = 4.5e-9, vector_tap_seconds = 4.3e-9;

bool is_plain_mean(const Filter& filter) {
  return std::holds_alternative<Gaussian>(filter) || std::holds_alternative<Box>(filter);
}

double taps(const WindowMean& step) {
  return 2.0 * step.radius_x + 1.0 + 2.0 * step.radius_y + 1.0 + step.slice_count();
}

// Returns whether a hole may have valid taps in its window that are all further away than those
// that `fill` uses.
bool reaches_far(const WindowMean& step) {
  const double plane = step.radius_x / step.sigma_space, z = step.radius_z / step.sigma_depth;
  return 2.0 * plane * plane + (step.radius_z > 0 ? z * z : 0.0) > 64.0;
}

std::string volume_unsupported(const Problem& p, const DeviceFacts& facts) {
  constexpr std::size_t largest_tile = std::size_t{64} << 20;  // bytes
  if (std::string why = no_vector_unit(facts); !why.empty()) return why;
  if (p.whole_depth <= 1) return "it serves images with depth";
  const WindowMean step = main_step(p);
  if (step.window != Window::square) return "the weights of a disc are no product";
  if (step.fill && reaches_far(step)) return "`fill` needs a window within 8 sigmas";
  const PlaneLayout layout = plane_layout(step, p);
  const VolumeShape shape(layout, VolumeShape::tile_for(layout, step, p.width, p.height), step);
  if (shape.bytes() > largest_tile) return "the sums of a tile need more than 64 MiB";
  return {};
}

// In double precision a term goes through as many additions as the lines have taps, and is
// multiplied by three weights; so does its weight, by which it is divided.
double volume_error(const Problem& p, const WindowMean& step) {
  const LinearStep line = linear_step(row_of(step));  // of the same gain
  return rounded_sum_error(p, line, 2.0 * taps(step) + 16.0, 0x1p-53) +
         (step_count(p) > 1 ? ulp : 0.0);
}

Answer offer_volume(const Problem& p, const DeviceFacts& facts) {
  if (std::string why = volume_unsupported(p, facts); !why.empty()) return Refusal{why};
  const WindowMean step = main_step(p);
  const PlaneLayout layout = plane_layout(step, p);
  const Tile tile = VolumeShape::tile_for(layout, step, p.width, p.height);
  const VolumeShape shape(layout, tile, step);
  const double pixels = 1.0 * p.width * p.height * p.depth * p.batch * step_count(p);
  const double sums = layout.averaged + (p.mask || step.invalid ? 1.0 : 0.0);
  const auto steps = static_cast<std::size_t>(step_count(p));
  return Offer{
      .error = volume_error(p, step),
      .seconds = pixels * sums *
                 (sample_seconds + vector_tap_seconds / facts.simd_floats * taps(step)) /
                 facts.threads,
      .scratch = {.host = checked_add(
                      checked_mul(shape.bytes(), facts.threads, std::min<std::size_t>(steps, 3)),
                      checked_mul(std::min<std::size_t>(steps - 1, 2), sizeof(float), p.width,
                                  p.height, p.depth, p.channels, p.batch))},
      .passes = direct_passes(p),
      .tuning = TileTuning{.tile = tile}};
}

}  // namespace

Candidate cpu_separable_volume() {
  return {.name = "separable_volume",
          .platform = Platform::cpu,
          .paper = "treitel1971",
          .third_axis = true,
          .channels = max_channels,
          .uses_simd = true,
          .serves = is_plain_mean,
          .offer = offer_volume};
}

}  // namespace selvage::planner
