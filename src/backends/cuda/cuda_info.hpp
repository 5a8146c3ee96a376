// SPDX-License-Identifier: Apache-2.0
#pragma once
// Describes CUDA devices without opening one.

#include <string>

#include "backends/cuda/cuda_api.hpp"
#include "planner/device_facts.hpp"
#include "selvage/device.hpp"

namespace selvage::cuda {

// Returns 0 without a driver.
int count_devices();

// Describes "cuda:`index`".
Device describe(int index);

// Returns 90 for compute capability 9.0.
int capability_of(CUdevice device);

// Returns the device's identity. Code compiled for one identity does not run on another.
std::string identify(CUdevice device);

// Reads the facts that need no context: all but memory, times and speeds.
GpuFacts read_facts(CUdevice device);

}  // namespace selvage::cuda
