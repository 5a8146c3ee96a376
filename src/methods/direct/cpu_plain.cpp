// SPDX-License-Identifier: Apache-2.0
// Candidate "plain" of the CPU: weighted means over windows in double precision [tomasi1998, eq.
// 5]. Each pixel costs (2r+1)^2 taps, each with an exp2. Here are its error, time, memory and
// tuning.
#include <algorithm>
#include <utility>

#include "filters/mean_passes.hpp"
#include "filters/window.hpp"
#include "methods/direct/cpu_work.hpp"
#include "planner/error_terms.hpp"

namespace selvage::planner {
namespace {

// Taps x planes of a group per second on one core (docs/journal/0001, rounded).
constexpr double plain_planes_per_second = 5e7;

// All is in double precision: the sums have n roundings of 2^-53, and distance planes are rounded
// relative to full scale. If a guide fills a hole, all taps that count may be far away, up to 1000
// sigma_range (docs/filters/joint.md).
double plain_error(const Problem& p) {
  const WindowMean f = main_step(p);
  const double taps = window_taps(f);
  // Where alpha weighs there are two sums of products, and exponents to 100 count (weighted_error).
  const bool weighs = layout_of(p, f).weighs;
  const double sums = (weighs ? 8.0 * taps + 1000.0 : 4.0 * taps) * 0x1p-53;
  const double farthest = f.fill && f.guide == Guide::given ? 1000.0 : 1.0;
  const double planes =
      (weighs ? 16.0 : 1.0) * farthest * 64.0 * 0x1p-53 / std::min(1.0, double{f.sigma_range});
  return sums + planes + ulp * (step_count(p) > 1 ? 1.0 : 0.0);
}

double plain_seconds(const Problem& p, const DeviceFacts& facts, const std::vector<Pass>& passes) {
  double planes = 0.0;
  for (const Part& part : parts_of(passes))
    planes += part.times * work(p, part.step) * layout_of(p, part.step).planes_of_group();
  return planes / (plain_planes_per_second * facts.threads);
}

Answer offer_plain(const Problem& p, const DeviceFacts& facts) {
  const WindowMean step = main_step(p);
  std::vector<Pass> passes = direct_passes(p);
  const DirectTuning tuning =
      direct_tuning(p, step, plain_planes_per_second / layout_of(p, step).planes_of_group());
  const std::size_t worker = worker_bytes(p, step, tuning, 1, sizeof(double));
  return Offer{.error = plain_error(p),
               .seconds = plain_seconds(p, facts, passes),
               .scratch = scratch_of(p, facts, worker, step_count(p)),
               .passes = std::move(passes),
               .tuning = tuning};
}

}  // namespace

Candidate cpu_plain() {
  return {.name = "plain",
          .platform = Platform::cpu,
          .paper = "tomasi1998",
          .third_axis = true,
          .channels = max_channels,
          .serves = is_window_mean,
          .offer = offer_plain};
}

}  // namespace selvage::planner
