// SPDX-License-Identifier: Apache-2.0
// Candidates "stencil" and "plain_stencil" of the CPU: convolutions with any kernel [prewitt1970],
// (2r + 1)^2 taps per pixel. Here are their conditions, error, time, memory and tuning.
#include <algorithm>

#include "methods/convolution/linear_plans.hpp"
#include "methods/convolution/sum_order.hpp"
#include "planner/error_terms.hpp"

namespace selvage::planner {
namespace {

// Speeds are those of docs/journal/0010, rounded; of tiles those of a slow core.
constexpr LineWork stencil_float_work{.number = sizeof(float), .taps_per_second = 1e10};
constexpr LineWork stencil_plain_work{.number = sizeof(double), .taps_per_second = 5e8};

constexpr double plain_instructions_per_second = 5e9;  // one core

// Returns the number of taps whose coefficient is not 0. The others are skipped.
double stencil_taps(const LinearStep& step) {
  const auto& k = step.stencil.coefficients;
  return static_cast<double>(k.size()) - static_cast<double>(std::ranges::count(k, 0.0));
}

// Coefficients are exact, since they are given in single precision.
Answer offer_stencil(const Problem& p, const DeviceFacts& facts) {
  if (std::string why = no_vector_unit(facts); !why.empty()) return Refusal{why};
  const LinearStep step = linear_step_of(p);
  if (std::string why = extreme_weights(step); !why.empty()) return Refusal{why};
  const double taps = stencil_taps(step);
  const double error = rounded_sum_error(p, step, tap_roundings(static_cast<int>(taps)), ulp);
  const double seconds = filtered_samples(p, step) *
                         (12.0 + 1.5 * taps + weighting_instructions(p)) /
                         (line_instructions_per_second * facts.simd_floats * facts.threads);
  return line_offer(p, facts, step, stencil_float_work, error, seconds);
}

Answer offer_plain_stencil(const Problem& p, const DeviceFacts& facts) {
  const LinearStep step = linear_step_of(p);
  const double taps = stencil_taps(step);
  const double error = rounded_sum_error(p, step, taps + 1.0, 0x1p-53);
  const double seconds =
      filtered_samples(p, step) * (20.0 + taps) / (plain_instructions_per_second * facts.threads);
  return line_offer(p, facts, step, stencil_plain_work, error, seconds);
}

}  // namespace

Candidate cpu_stencil() {
  return {.name = "stencil",
          .platform = Platform::cpu,
          .paper = "prewitt1970",
          .uses_simd = true,
          .serves = is_stencil,
          .offer = offer_stencil};
}

Candidate cpu_plain_stencil() {
  return {.name = "plain_stencil",
          .platform = Platform::cpu,
          .paper = "prewitt1970",
          .serves = is_stencil,
          .offer = offer_plain_stencil};
}

}  // namespace selvage::planner
