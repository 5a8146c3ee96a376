// SPDX-License-Identifier: Apache-2.0
// Candidate "separable_bilateral" of GPUs: the approximation of the bilateral filter by one pass
// over rows and one over columns [pham2005]. Each pixel costs 2 (2r+1) taps for each iteration. It
// runs the kernels of the direct method; here are its time, memory and tuning. It has no error
// bound.
#include <limits>
#include <utility>

#include "filters/mean_passes.hpp"
#include "methods/direct/gpu_means.hpp"
#include "planner/gpu_tiles.hpp"

namespace selvage::planner {
namespace {

// Returns the taps of a pixel in one pass.
double separable_taps(const Problem& p) {
  return (2.0 * main_step(p).largest_radius() + 1.0) * form_of(p).layout.groups;
}

// Rows or columns that do not fit into local memory are filtered straight from the image.
DirectGpuTuning separable_tuning(const Problem& p, const DeviceFacts& facts) {
  constexpr double longest_flat = 128;  // taps of bytes for which one sum is accurate enough
  const std::vector<Pass> passes = separable_passes(p);
  const GpuFacts& gpu = facts.gpu;
  DirectGpuTuning tuning =
      mean_tuning(p, gpu, passes, separable_taps(p), taps_per_second(p, gpu, tile_loop));
  tuning.sums = p.type != PixelType::u8                                  ? Summation::blocks
                : separable_taps(p) <= longest_flat && !gpu.is_processor ? Summation::flat
                                                                         : Summation::columns;
  tuning.group.rows = gpu.is_processor ? 2 : 4;
  shrink_group(tuning.group, gpu);
  while (tuning.group.rows > 1 && local_bytes(p, passes, tuning) > gpu.local_bytes)
    tuning.group.rows /= 2;
  if (local_bytes(p, passes, tuning) > gpu.local_bytes) tuning.loop = DirectLoop::plain;
  return tuning;
}

// The error is not bounded: the range term does not separate, so two passes are a different filter
// for any sigma_range.
Answer offer_separable_bilateral_gpu(const Problem& p, const DeviceFacts& facts) {
  if (weighs_alpha(p)) return Refusal{"rows and columns apart do not weight colours by alpha"};
  if (std::string why = mean_unsupported(p, facts.gpu); !why.empty()) return Refusal{why};
  const DirectGpuTuning tuning = separable_tuning(p, facts);
  std::vector<Pass> passes = separable_passes(p);
  const std::size_t count = passes.size();
  return Offer{.error = std::numeric_limits<double>::infinity(),
               .seconds = mean_seconds(p, facts.gpu, count,
                                       separable_taps(p) * static_cast<double>(count) /
                                           taps_per_second(p, facts.gpu, tile_loop)),
               .scratch = mean_scratch(p, passes, tuning.tile),
               .passes = std::move(passes),
               .tuning = tuning};
}

}  // namespace

Candidate gpu_separable_bilateral() {
  return {.name = "separable_bilateral",
          .platform = Platform::gpu,
          .paper = "pham2005",
          .method = Method::separable,
          .serves = is_bilateral,
          .offer = offer_separable_bilateral_gpu};
}

}  // namespace selvage::planner
