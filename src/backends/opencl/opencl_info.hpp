// SPDX-License-Identifier: Apache-2.0
#pragma once
// Describes OpenCL devices without opening one.

#include <string>
#include <vector>

#include "backends/opencl/opencl_api.hpp"
#include "planner/device_facts.hpp"
#include "selvage/device.hpp"

namespace selvage::opencl {

struct Found {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
};

// Returns the devices of all platforms, processors last, otherwise in the driver's order.
std::vector<Found> find_devices();

// Describes "opencl:`index`".
Device describe(const Found& found, int index);

// Reads the facts for open(), except times and speeds. `memory_limit` is open()'s.
GpuFacts read_facts(cl_device_id device, std::size_t memory_limit);

// Returns whether the device is PoCL's. PoCL keeps its programs itself; asked for a binary, it
// compiles every kernel again, for groups of any size.
bool is_pocl(const Found& found);

// Returns whether the compiler takes NVIDIA's options (cl_nv_compiler_options).
bool takes_nvidia_options(cl_device_id device);

// Returns the device's identity. Code compiled for one identity does not run on another.
std::string identify(const Found& found);

}  // namespace selvage::opencl
