// SPDX-License-Identifier: Apache-2.0
#include "methods/gpu_factories.hpp"

#include <array>

#include "methods/catalogue.hpp"

namespace selvage::gpu {

#define CPU_CANDIDATE(name)
#define GPU_CANDIDATE(name) Factory name##_factory();
#include "methods/catalogue.def"
#undef CPU_CANDIDATE
#undef GPU_CANDIDATE

const Factory& factory_of(const planner::Candidate& candidate) {
#define CPU_CANDIDATE(name) Factory{},
#define GPU_CANDIDATE(name) name##_factory(),
  static const std::array factories{
#include "methods/catalogue.def"
  };
#undef CPU_CANDIDATE
#undef GPU_CANDIDATE
  return factories.at(planner::index_in_catalogue(candidate));
}

}  // namespace selvage::gpu
