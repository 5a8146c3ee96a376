// SPDX-License-Identifier: Apache-2.0
#pragma once
// What CUDA says of its devices, without opening one.

#include <string>

#include "backends/cuda/cuda_api.hpp"
#include "core/problem.hpp"
#include "selvage/device.hpp"

namespace selvage::cuda {

// 0 without a driver.
int count_devices();

// "cuda:`index`".
Device describe(int index);

// 90 for compute capability 9.0.
int capability_of(CUdevice device);

// Code made for one identity does not run on another.
std::string identify(CUdevice device);

// What does not depend on a context: without memory, times and speeds.
GpuFacts read_facts(CUdevice device);

}  // namespace selvage::cuda
