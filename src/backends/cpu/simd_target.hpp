// SPDX-License-Identifier: Apache-2.0
#pragma once
// The vector instruction sets that this build has code for.

#include <cstdint>
#include <string>
#include <vector>

namespace selvage::cpu {

// An instruction set that this processor can run.
struct SimdTarget {
  std::string name;          // "AVX3"; empty: none
  std::int64_t target = 0;   // Highway's bit
  int floats = 1;            // lanes of a vector
  bool byte_tables = false;  // DeviceFacts::byte_tables
};
// Returns the sets, best first.
std::vector<SimdTarget> simd_targets();

}  // namespace selvage::cpu
