// SPDX-License-Identifier: Apache-2.0
// Candidate "separable_bilateral" of the CPU: the approximation of the bilateral filter by one pass
// over rows and one over columns [pham2005]. Each pixel costs 2 (2r+1) taps for each iteration. It
// runs the loops of candidate "simd"; here are its time, memory and tuning. It has no error bound.
#include <limits>
#include <utility>

#include "core/checked.hpp"
#include "filters/mean_passes.hpp"
#include "filters/passes.hpp"
#include "methods/direct/cpu_work.hpp"

namespace selvage::planner {
namespace {

// Rows and columns use the same tiles, chosen for columns, which have the larger halo. The error is
// not bounded: the range term does not separate, so two passes are a different filter for any
// sigma_range.
Answer offer_separable_bilateral(const Problem& p, const DeviceFacts& facts) {
  if (weighs_alpha(p)) return Refusal{"rows and columns apart do not weight colours by alpha"};
  if (std::string why = no_vector_unit(facts); !why.empty()) return Refusal{why};
  const WindowMean step = main_step(p);
  const DirectTuning tuning = direct_tuning(p, column_of(step), simd_taps_per_second);
  const auto bytes = [&](const WindowMean& pass) {
    return worker_bytes(p, pass, tuning, 4 * facts.simd_floats, sizeof(float));
  };
  const std::size_t workers = checked_add(bytes(row_of(step)), bytes(column_of(step)));
  std::vector<Pass> passes = separable_passes(p);
  return Offer{.error = std::numeric_limits<double>::infinity(),
               .seconds = simd_seconds(p, facts, passes),
               .scratch = scratch_of(p, facts, workers, 2 * step_count(p)),
               .passes = std::move(passes),
               .tuning = tuning};
}

}  // namespace

Candidate cpu_separable_bilateral() {
  return {.name = "separable_bilateral",
          .platform = Platform::cpu,
          .paper = "pham2005",
          .method = Method::separable,
          .uses_simd = true,
          .serves = is_bilateral,
          .offer = offer_separable_bilateral};
}

}  // namespace selvage::planner
