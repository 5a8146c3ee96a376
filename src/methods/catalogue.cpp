// SPDX-License-Identifier: Apache-2.0
#include "methods/catalogue.hpp"

#include <array>
#include <string>

namespace selvage::planner {

#define CPU_CANDIDATE(name) Candidate cpu_##name();
#define GPU_CANDIDATE(name) Candidate gpu_##name();
#include "methods/catalogue.def"
#undef CPU_CANDIDATE
#undef GPU_CANDIDATE

std::span<const Candidate> catalogue() {
#define CPU_CANDIDATE(name) cpu_##name(),
#define GPU_CANDIDATE(name) gpu_##name(),
  static const std::array candidates{
#include "methods/catalogue.def"
  };
#undef CPU_CANDIDATE
#undef GPU_CANDIDATE
  return candidates;
}

Decision decide(const Problem& problem, std::span<const Option> options, const Request& request) {
  return decide(problem, options, request, catalogue());
}

Decision plan(const Problem& problem, const DeviceFacts& facts, const Request& request) {
  const std::array options{Option{.device = std::string(facts.backend), .facts = facts}};
  return decide(problem, options, request);
}

}  // namespace selvage::planner
