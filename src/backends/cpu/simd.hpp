// SPDX-License-Identifier: Apache-2.0
#pragma once
// Candidate "simd": weighted means over windows in single precision on the processor's vector
// units.

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

// The inner loops of steps with a guide, and without a range (simd_joint.cpp).
std::unique_ptr<RowFilter<float>> make_guided_rows(const WindowMean& step,
                                                   const PlaneLayout& layout, double range_gain,
                                                   bool fine, std::int64_t target);

std::unique_ptr<Kernel> make_simd(const Pass& pass, const Problem& problem, const Tuning& tuning,
                                  const SimdTarget& target, const Crew& crew);

}  // namespace selvage::cpu
