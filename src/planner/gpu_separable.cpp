// SPDX-License-Identifier: Apache-2.0
#include "planner/gpu_separable.hpp"

#include <limits>

#include "planner/direct_steps.hpp"
#include "planner/gpu_means.hpp"
#include "planner/gpu_tiles.hpp"

namespace selvage::planner {
namespace {

// Of a pixel in a pass.
double separable_taps(const Problem& p) {
  return (2.0 * main_step(p).largest_radius() + 1.0) * form_of(p).layout.groups;
}

}  // namespace

std::string gpu_separable_unsupported(const Problem& p, const DeviceFacts& facts) {
  return mean_unsupported(p, facts.gpu);
}

// Lines that do not fit into local memory are filtered straight from the image.
Tuning gpu_separable_tuning(const Problem& p, const DeviceFacts& facts) {
  constexpr double longest_flat = 128;  // taps of bytes that one sum is exact enough for
  const std::vector<Pass> passes = separable_passes(p);
  const GpuFacts& gpu = facts.gpu;
  Tuning tuning =
      mean_tuning(p, gpu, passes, separable_taps(p), taps_per_second(p, gpu, tile_loop));
  tuning.sums = p.type != PixelType::u8                                  ? Sums::pieces
                : separable_taps(p) <= longest_flat && !gpu.is_processor ? Sums::flat
                                                                         : Sums::columns;
  tuning.group_rows = gpu.is_processor ? 2 : 4;
  shrink_groups(tuning, gpu);
  while (tuning.group_rows > 1 && local_bytes(p, passes, tuning) > gpu.local_bytes)
    tuning.group_rows /= 2;
  return tuning;
}

// The range term does not separate: two passes are another filter, however small sigma_range is.
double gpu_separable_error(const Problem&, const DeviceFacts&) {
  return std::numeric_limits<double>::infinity();
}

double gpu_separable_seconds(const Problem& p, const DeviceFacts& facts) {
  const int passes = 2 * step_count(p);
  return mean_seconds(p, facts.gpu, tile_loop, static_cast<std::size_t>(passes),
                      separable_taps(p) * passes);
}

ScratchBytes gpu_separable_scratch(const Problem& p, const DeviceFacts& facts) {
  return mean_scratch(p, separable_passes(p), gpu_separable_tuning(p, facts));
}

}  // namespace selvage::planner
