// SPDX-License-Identifier: Apache-2.0
#pragma once
// What OpenCL says of its devices, without opening one.

#include <string>
#include <vector>

#include "backends/opencl/opencl_api.hpp"
#include "core/problem.hpp"
#include "selvage/device.hpp"

namespace selvage::opencl {

struct Found {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
};

// Of all platforms; processors last, else in the driver's order.
std::vector<Found> find_devices();

// "opencl:`index`".
Device describe(const Found& found, int index);

// What open() needs to know beside: without times and speeds, `memory_limit` as open()'s.
GpuFacts read_facts(cl_device_id device, std::size_t memory_limit);

// PoCL keeps its programs itself. Asked for a binary it compiles every kernel once more, for groups
// of any size.
bool is_pocl(const Found& found);

// Code made for one identity does not run on another.
std::string identify(const Found& found);

}  // namespace selvage::opencl
