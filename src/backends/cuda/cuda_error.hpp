// SPDX-License-Identifier: Apache-2.0
#pragma once
// CUDA's status codes as exceptions.

#include "backends/cuda/cuda_api.hpp"

namespace selvage::cuda {

// Nothing on success. Throws gpu::OutOfMemory when the device has no room; else Error{device} that
// says "cannot `doing`". After a fault in a kernel every later call fails in the same way.
void check(CUresult status, const char* doing);

}  // namespace selvage::cuda
