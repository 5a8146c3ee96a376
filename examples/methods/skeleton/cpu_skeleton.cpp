// SPDX-License-Identifier: Apache-2.0
// Candidate "skeleton" of the CPU: its time, memory and tuning.
#include "filters/mean_passes.hpp"
#include "methods/skeleton/skeleton.hpp"
#include "planner/candidate.hpp"

namespace selvage::planner {
namespace {

constexpr double skeleton_core_speed = 2e8;  // taps a second

Answer offer_skeleton(const Problem& p, const DeviceFacts& facts) {
  if (std::string why = skeleton_unsupported(p); !why.empty()) return Refusal{why};
  const double samples = 1.0 * p.width * p.height * p.channels * p.batch;
  return Offer{.error = skeleton_error(p),
               .seconds = samples * skeleton_taps(p) / (skeleton_core_speed * facts.threads),
               .scratch = {},
               .passes = direct_passes(p),
               .tuning = TileTuning{{.width = 256, .height = 32}}};
}

}  // namespace

Candidate cpu_skeleton() {
  return {.name = "skeleton",
          .platform = Platform::cpu,
          .paper = "mcdonnell1981",
          .serves = is_skeleton,
          .offer = offer_skeleton};
}

}  // namespace selvage::planner
