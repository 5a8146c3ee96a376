// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace selvage::gpu {

// Returns the single-precision products of a multiprocessor in a clock, for a compute capability
// such as 90 [CUDA C++ Programming Guide, arithmetic instructions].
constexpr int nvidia_lanes(int capability) {
  const bool half = capability == 60 || (capability >= 70 && capability <= 80);
  return half ? 64 : 128;
}

}  // namespace selvage::gpu
