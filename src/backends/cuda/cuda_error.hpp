// SPDX-License-Identifier: Apache-2.0
#pragma once
// Turns CUDA's status codes into exceptions.

#include "backends/cuda/cuda_api.hpp"

namespace selvage::cuda {

// Returns on success. Throws gpu::OutOfMemory if the device is out of memory, otherwise
// Error{device} saying "cannot `doing`". After a fault in a kernel every later call fails the same
// way.
void check(CUresult status, const char* doing);

}  // namespace selvage::cuda
