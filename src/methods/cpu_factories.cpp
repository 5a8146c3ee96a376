// SPDX-License-Identifier: Apache-2.0
#include "methods/cpu_factories.hpp"

#include <array>

#include "methods/catalogue.hpp"

namespace selvage::cpu {

#define CPU_CANDIDATE(name) Factory make_##name;
#define GPU_CANDIDATE(name)
#include "methods/catalogue.def"
#undef CPU_CANDIDATE
#undef GPU_CANDIDATE

Factory* factory_of(const planner::Candidate& candidate) {
#define CPU_CANDIDATE(name) &make_##name,
#define GPU_CANDIDATE(name) static_cast<Factory*>(nullptr),
  static constexpr std::array factories{
#include "methods/catalogue.def"
  };
#undef CPU_CANDIDATE
#undef GPU_CANDIDATE
  return factories.at(planner::index_in_catalogue(candidate));
}

}  // namespace selvage::cpu
