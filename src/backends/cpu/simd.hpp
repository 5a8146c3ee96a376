// SPDX-License-Identifier: Apache-2.0
#pragma once
// Candidate "simd": the direct bilateral in single precision on the processor's vector units.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "backends/cpu/direct_kernel.hpp"

namespace selvage::cpu {

// An instruction set that this build has loops for and this processor can run.
struct SimdTarget {
  std::string name;         // "AVX3"; empty: none
  std::int64_t target = 0;  // Highway's bit
  int floats = 1;           // of a vector
};
// Best first.
std::vector<SimdTarget> simd_targets();

std::unique_ptr<Kernel> make_simd(const Pass& pass, const Problem& problem, const Tuning& tuning,
                                  const SimdTarget& target, const Crew& crew);

}  // namespace selvage::cpu
